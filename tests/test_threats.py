"""The threats of docs/security.md, each with the tests that fail where its defence is taken away."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: Row -> the tests that hold it.
TESTS = {
    1: [
        "tests/runners/test_addresses.py::test_a_private_address_is_never_connected_to",
        "tests/runners/test_addresses.py::test_the_spellings_of_loopback_are_refused_and_not_merely_unknown",
        "tests/runners/test_addresses.py::test_a_name_with_one_private_address_among_others_is_refused",
        "tests/runners/test_addresses.py::test_an_address_is_of_ones_own_network_by_how_it_is_written",
        "tests/runners/test_addresses.py::test_a_connection_the_operator_allowed_serves_no_target_that_is_not",
        "tests/runners/test_addresses.py::test_proxies_of_the_environment_are_ignored",
        "tests/runners/test_mcp_faults.py::test_a_private_address_is_not_called",
        "tests/web/test_config.py::test_a_private_address_is_one_that_the_operator_wrote_or_allowed",
        "tests/test_cli.py::test_no_other_declaration_has_the_settings_of_one_that_the_operator_names",
        "tests/web/test_targets.py::test_nothing_in_a_declaration_says_where_its_tool_is",
        "tests/web/test_targets.py::test_a_public_name_that_is_typed_reaches_no_private_address",
        "tests/web/test_targets.py::test_commands_that_call_a_public_name_that_is_typed_reach_no_private_address",
        "tests/web/test_targets.py::test_nothing_in_a_request_says_where_a_tool_is",
        "tests/web/test_targets.py::test_what_a_body_says_of_it_is_a_problem",
        "tests/web/test_targets.py::test_a_declaration_that_was_fetched_does_not_say_where_its_tool_is",
    ],
    2: [
        "tests/runners/test_addresses.py::test_a_name_that_answers_public_then_loopback_reaches_nothing",
        "tests/runners/test_addresses.py::test_the_checked_address_is_connected_to_and_the_name_is_spoken_to",
        "tests/runners/test_mcp_faults.py::test_a_name_is_looked_up_checked_and_pinned",
        "tests/runners/test_mcp_faults.py::test_the_name_is_spoken_to_at_the_address_that_was_checked",
        "tests/web/test_targets.py::test_a_public_name_that_begins_to_lead_to_this_machine_is_refused_without_being_told_to",
        "tests/web/test_targets.py::test_a_public_name_of_a_private_address_is_called_where_that_is_configured",
    ],
    3: [
        "tests/runners/test_http.py::test_a_redirect_is_an_error_that_says_so_and_is_not_followed",
        "tests/runners/test_mcp_faults.py::test_a_redirect_is_not_followed",
        "tests/runners/test_mcp_faults.py::test_a_redirect_after_the_slash_is_not_followed",
        "tests/web/test_targets.py::test_a_tool_that_sends_us_elsewhere_is_a_run_that_failed",
    ],
    4: [
        "tests/test_check_authors.py::test_no_reference_is_ever_fetched",
        "tests/test_check_authors.py::test_a_reference_to_elsewhere_is_said",
        "tests/test_check_authors.py::test_no_file_is_ever_read",
    ],
    5: [
        "tests/web/test_guards.py::test_a_foreign_name_is_refused",
        "tests/web/test_guards.py::test_the_operator_says_which_names_are_trusted",
        "tests/web/test_guards.py::test_a_post_of_another_site_is_refused_and_runs_nothing",
        "tests/web/test_guards.py::test_other_methods_that_change_something_are_refused_alike",
        "tests/web/test_guards.py::test_a_post_of_text_is_refused",
        "tests/web/test_guards.py::test_the_panel_is_opened_from_other_sites",
        "tests/web/test_guards.py::test_every_answer_has_the_headers_that_protect_it",
        "tests/web/test_serving.py::test_what_the_server_cannot_read_is_answered_in_words_and_with_the_policy",
        "tests/browser/test_cross_site.py::test_nothing_that_another_site_posts_runs_a_tool",
        "tests/browser/test_cross_site.py::test_what_a_browser_asks_for_before_another_site_posts_json_is_not_given",
        "tests/browser/test_cross_site.py::test_a_name_that_was_made_to_lead_here_is_not_answered",
        "tests/browser/test_cross_site.py::test_the_panel_is_loaded_by_another_site_and_runs",
    ],
    6: [
        "tests/runners/test_http.py::test_a_request_holds_our_headers_and_the_operators_and_no_others",
        "tests/runners/test_http.py::test_nothing_of_the_tools_headers_comes_back_but_type_and_length",
        "tests/runners/test_base.py::test_a_header_that_is_not_the_operators_is_refused",
        "tests/runners/test_mcp_faults.py::test_nothing_secret_is_said",
        "tests/web/test_targets.py::test_nothing_of_a_browsers_headers_reaches_the_tool",
        "tests/web/test_targets.py::test_nothing_of_the_tools_headers_reaches_a_browser",
    ],
    7: [
        "tests/web/test_limits.py::test_no_text_of_more_values_than_anyone_reads_is_built",
        "tests/web/test_media_types.py::test_json_of_too_many_values_is_a_file_shown_by_its_beginning",
        "tests/web/test_limits.py::test_what_is_too_large_is_refused_and_the_limits_are_said",
        "tests/web/test_limits.py::test_what_is_within_the_limits_is_taken",
        "tests/web/test_limits.py::test_a_json_bomb_of_many_values_is_refused_before_it_is_read",
        "tests/web/test_limits.py::test_json_that_is_nested_too_deeply_is_a_problem_wherever_it_comes_in",
        "tests/web/test_whole.py::test_a_request_that_breaks_off_runs_nothing",
        "tests/web/test_whole.py::test_a_stream_without_end_is_refused_and_not_cut_to_the_limit",
        "tests/web/test_whole.py::test_what_is_no_form_is_refused_and_not_taken_for_an_empty_one",
        "tests/test_dataurl.py::test_the_size_is_measured_before_anything_is_decoded",
        "tests/test_files.py::test_a_file_over_the_limit_is_read_no_further_and_leaves_nothing",
        "tests/runners/test_bodies.py::test_an_answer_that_is_too_much_or_not_whole_is_refused",
        "tests/runners/test_bodies.py::test_an_answer_without_end_is_read_no_further_than_the_limit",
        "tests/runners/test_bodies.py::test_a_packed_answer_of_a_suspicious_ratio_is_refused_below_the_limit",
        "tests/runners/test_deadlines.py::test_a_byte_now_and_then_does_not_keep_a_call_alive",
        "tests/runners/test_deadlines.py::test_silence_in_the_middle_of_an_answer_ends_the_call",
        "tests/runners/test_deadlines.py::test_an_answer_that_would_end_with_its_connection_is_not_whole_when_it_is_cut",
        "tests/runners/test_answers.py::test_what_leaves_open_where_an_answer_ends_is_none",
        "tests/runners/test_answers.py::test_a_head_that_breaks_off_is_no_answer",
        "tests/runners/test_deadlines.py::test_a_tool_that_reads_nothing_does_not_hold_a_large_body_for_ever",
        "tests/runners/test_protocols.py::test_a_stream_has_its_limits",
        "tests/runners/test_protocols.py::test_a_stream_that_trickles_ends_with_the_total_time_of_its_call",
        "tests/runners/test_mcp.py::test_answers_and_requests_have_their_limits",
        "tests/runners/test_mcp_faults.py::test_a_server_that_never_answers_is_given_up",
    ],
    8: [
        "tests/hostile/test_declarations.py::test_no_pattern_holds_up_the_server",
        "tests/test_patterns.py::test_whether_a_pattern_is_found",
    ],
    9: [
        "tests/hostile/test_declarations.py::test_no_schema_explodes",
        "tests/hostile/test_declarations.py::test_a_value_with_a_hundred_thousand_faults_has_a_hundred_problems",
        "tests/hostile/test_declarations.py::test_items_that_must_differ_are_compared_in_time",
        "tests/test_source.py::test_a_file_larger_than_the_limit_is_not_read_whole",
        "tests/test_source.py::test_a_text_that_cannot_be_read_is_one_problem_at_its_place",
        "tests/schema/test_document.py::test_what_is_nested_too_deeply_is_a_problem",
        "tests/schema/test_document.py::test_references_that_multiply_are_a_problem_and_hold_nothing_up",
        "tests/test_engine.py::test_a_schema_that_explodes_is_refused_and_its_form_is_there",
        "tests/test_engine.py::test_what_is_wrong_in_too_many_ways_is_a_problem",
        "tests/test_effort.py::test_looks_are_counted",
    ],
    10: [
        "tests/hostile/test_declarations.py::test_a_part_that_is_no_schema_costs_that_part_alone",
        "tests/schema/test_document.py::test_a_part_that_is_wrong_says_nothing_and_costs_no_other",
    ],
    11: [
        "tests/hostile/test_declarations.py::test_a_pattern_is_read_in_one_way",
        "tests/test_patterns.py::test_a_pattern_of_another_engine_is_spelt_for_ours",
    ],
    12: [
        "tests/html/test_render.py::test_declared_text_is_text_and_nothing_else",
        "tests/html/test_render.py::test_values_problems_and_notices_are_text_too",
        "tests/html/test_render.py::test_what_scripts_take_for_instructions_is_constant",
        "tests/html/test_render.py::test_no_style_and_no_handler_stands_in_it",
        "tests/web/test_guards.py::test_every_answer_has_the_headers_that_protect_it",
        "tests/journeys/test_hostile.py::test_a_form_shows_hostile_text_as_text_and_sends_it_as_it_is",
        "tests/journeys/test_hostile.py::test_problems_with_hostile_text_are_shown_as_text",
        "tests/journeys/test_hostile.py::test_pages_of_hostile_declarations_and_links_show_them_as_text",
    ],
    13: [
        "tests/html/test_hostile.py::test_nothing_in_an_answer_runs_or_reaches_elsewhere",
        "tests/html/test_hostile.py::test_nothing_in_an_answer_that_nobody_declared_does_either",
        "tests/html/test_hostile.py::test_in_a_browser_nothing_runs_and_nothing_is_fetched",
        "tests/web/test_downloads.py::test_a_document_is_bytes_to_be_saved",
        "tests/web/test_downloads.py::test_nothing_of_an_answer_runs_or_styles_a_page_wherever_its_address_is_put",
        "tests/web/test_downloads.py::test_an_answer_that_is_a_page_is_shown_as_a_download_and_opens_nowhere",
        "tests/web/test_media_types.py::test_a_page_stands_in_a_frame_that_runs_and_loads_nothing",
        "tests/browser/test_media_types.py::test_a_hostile_page_is_drawn_and_can_do_nothing",
    ],
    14: [
        "tests/html/test_markdown.py::test_nothing_in_markdown_runs_or_reaches_elsewhere",
        "tests/html/test_markdown.py::test_the_parser_and_the_cleaner_each_hold_without_the_other",
        "tests/html/test_markdown.py::test_the_cleaner_alone_leaves_what_it_allows_and_nothing_else",
        "tests/html/test_markdown.py::test_the_parser_alone_makes_what_is_allowed_and_nothing_else",
        "tests/html/test_markdown.py::test_html_in_markdown_is_shown_as_it_is_written",
        "tests/html/test_markdown.py::test_an_image_becomes_a_link_to_it",
    ],
    15: [
        "tests/test_result.py::test_a_person_is_sent_nowhere_else",
        "tests/test_result.py::test_a_file_or_a_permission_is_not_a_mail",
        "tests/outputs/test_link.py::test_any_other_address_is_text",
        "tests/outputs/test_link.py::test_any_other_address_is_no_media",
        "tests/html/test_hostile.py::test_nothing_in_an_answer_runs_or_reaches_elsewhere",
        "tests/html/test_hostile.py::test_nothing_in_an_answer_that_nobody_declared_does_either",
        "tests/html/test_states.py::test_permission_is_asked_for_at_a_web_address_alone",
    ],
    16: [
        "tests/outputs/test_drawings.py::test_a_drawing_that_would_hang_the_page_is_a_download",
        "tests/outputs/test_image.py::test_an_svg_is_shown_as_an_image_and_served_as_bytes",
        "tests/outputs/test_image.py::test_a_file_that_is_no_image_to_show_is_a_download_with_the_reason",
        "tests/outputs/test_image.py::test_a_document_in_disguise_is_served_as_bytes",
        "tests/outputs/test_image.py::test_an_svg_that_does_not_look_like_one_is_served_as_bytes",
        "tests/outputs/test_file.py::test_a_file_is_never_served_as_what_a_browser_would_run",
        "tests/web/test_guards.py::test_every_answer_has_the_headers_that_protect_it",
        "tests/web/test_downloads.py::test_a_document_is_bytes_to_be_saved",
        "tests/html/test_hostile.py::test_in_a_browser_nothing_runs_and_nothing_is_fetched",
    ],
    17: [
        "tests/browser/test_files.py::test_a_document_that_is_chosen_is_listed_and_never_opened",
        "tests/html/test_results.py::test_without_a_run_the_page_carries_its_downloads_as_what_no_browser_runs",
        "tests/web/test_downloads.py::test_an_answer_that_is_a_page_is_shown_as_a_download_and_opens_nowhere",
    ],
    18: [
        "tests/browser/test_prototypes.py::test_they_are_filled_in_shown_sent_and_answered_as_what_they_are",
        "tests/browser/test_prototypes.py::test_what_a_tool_finds_wrong_with_them_is_shown_at_them",
        "tests/browser/test_prototypes.py::test_what_this_browser_keeps_under_such_names_comes_back",
        "tests/browser/test_show_if.py::test_every_case_is_decided_as_the_server_decides_it",
        "tests/browser/test_rules.py::test_a_rule_gives_what_it_should",
    ],
    19: [
        "tests/web/test_numbers.py::test_what_is_typed_and_is_no_number_is_a_problem",
        "tests/web/test_numbers.py::test_what_is_sent_as_json_and_is_no_number_is_a_problem",
        "tests/web/test_numbers.py::test_what_a_link_or_a_paste_brings_and_is_no_number_is_shown_with_its_problem",
        "tests/web/test_numbers.py::test_what_is_answered_and_is_no_number_is_a_run_that_failed",
        "tests/web/test_numbers.py::test_digits_are_kept_all_the_way_to_the_tool_and_back",
    ],
    20: [
        "tests/outputs/test_table.py::test_a_spreadsheet_reads_texts_as_texts_and_numbers_as_numbers",
        "tests/outputs/test_table.py::test_copying_gives_what_spreadsheets_paste",
        "tests/web/test_runs.py::test_a_part_of_an_answer_is_taken_away_as_a_file",
        "tests/web/test_batches.py::test_the_results_are_taken_away_as_csv_without_formulas_and_as_json",
    ],
    21: [
        "tests/web/test_embedding.py::test_a_panel_is_shown_to_those_who_may_embed_it",
        "tests/web/test_guards.py::test_who_may_embed_is_set_for_all_and_for_each_tool",
        "tests/web/test_guards.py::test_nobody_may_embed_where_the_list_is_empty",
    ],
    22: [
        "tests/browser/test_embed.py::test_a_height_is_a_number_within_reason",
        "tests/browser/test_embed.py::test_shrinking_by_a_trace_is_ignored",
        "tests/browser/test_embed.py::test_other_windows_are_not_heard",
        "tests/browser/test_embed.py::test_no_address_but_of_the_web_is_framed",
    ],
    23: [
        "tests/web/test_prefill.py::test_a_link_never_runs",
        "tests/web/test_prefill.py::test_no_link_fills_in_files_hidden_values_secrets_or_what_is_not_there",
        "tests/web/test_prefill.py::test_nor_does_the_root",
        "tests/web/test_prefill.py::test_a_link_fills_in_a_value",
        "tests/web/test_prefill.py::test_no_key_fills_in_files_hidden_values_or_secrets",
        "tests/web/test_chat.py::test_no_link_says_anything_in_the_name_of_the_tool",
        "tests/journeys/test_hostile.py::test_pages_of_hostile_declarations_and_links_show_them_as_text",
    ],
    24: [
        "tests/test_logs.py::test_the_words_of_an_exception_are_left_out",
        "tests/test_logs.py::test_a_server_logs_its_runs_and_neither_values_nor_secrets",
        "tests/schema/test_secrets.py::test_a_secret_is_on_no_page_that_comes_back",
        "tests/schema/test_secrets.py::test_a_secret_is_not_kept",
        "tests/runs/test_execution.py::test_secrets_are_sent_and_not_kept",
        "tests/runs/test_execution.py::test_what_a_failure_quotes_of_a_secret_is_not_kept",
        "tests/runners/test_http.py::test_the_log_holds_no_secret_and_no_whole_run_id",
        "tests/web/test_share.py::test_secrets_and_files_and_what_is_no_value_are_left_out_and_said",
        "tests/web/test_runs.py::test_credentials_go_to_the_tool_and_nowhere_else",
        "tests/runs/test_echoes.py::test_the_log_of_a_good_run_quotes_no_secret_either",
        "tests/runs/test_echoes.py::test_what_a_run_tells_of_itself_quotes_no_secret",
        "tests/web/test_secrets_nowhere.py::test_a_run_rests_nowhere_with_its_secrets",
        "tests/web/test_secret_types.py::test_it_is_a_password_with_a_warning",
        "tests/web/test_secret_types.py::test_what_is_typed_there_is_sent_and_not_stored",
        "tests/browser/test_kept.py::test_files_and_passwords_are_never_kept",
        "tests/browser/test_secrets.py::test_nothing_of_a_secret_is_kept_by_the_browser",
        "tests/browser/test_secrets.py::test_a_preset_holds_no_secret",
        "tests/browser/test_secrets.py::test_the_body_beside_the_form_has_masks_while_people_type",
        "tests/browser/test_secrets.py::test_a_secret_of_a_row_never_goes_to_another_row",
    ],
    25: [
        "tests/test_dataurl.py::test_anything_else_is_refused_in_words",
        "tests/test_dataurl.py::test_its_name_is_for_display_only",
        "tests/test_dataurl.py::test_the_limit_is_the_size_decoded",
        "tests/web/test_files.py::test_a_data_url_in_json_is_read_strictly",
        "tests/web/test_files.py::test_a_file_of_another_type_or_size_is_a_problem_at_its_input",
    ],
    26: [
        "tests/web/test_complete.py::test_another_site_does_not_reach_the_tool",
        "tests/runners/test_http.py::test_a_path_that_may_lead_elsewhere_is_not_got",
        "tests/runners/test_http.py::test_what_is_asked_is_cut_and_escaped",
        "tests/runners/test_http.py::test_a_neighbour_in_the_public_network_alone_is_got_by_default",
        "tests/web/test_complete.py::test_an_address_of_somebody_else_is_never_asked",
        "tests/web/test_complete.py::test_what_a_tool_suggests_is_made_plain",
        "tests/web/test_complete.py::test_without_scripts_the_suggestions_are_choices_of_the_form",
        "tests/journeys/test_hostile.py::test_a_form_shows_hostile_text_as_text_and_sends_it_as_it_is",
    ],
    27: [
        "tests/web/test_runs.py::test_html_of_a_tool_is_never_shown",
        "tests/envelopes/test_errors.py::test_a_bad_status_is_told_in_words",
        "tests/envelopes/test_read.py::test_what_is_for_developers_is_logged_and_nowhere_but_in_the_raw_answer",
        "tests/envelopes/test_read.py::test_a_tools_words_are_capped_and_free_of_control_characters",
        "tests/html/test_states.py::test_a_failure_says_what_happened_and_what_to_do",
        "tests/html/test_hostile.py::test_nothing_in_a_failure_does_either",
    ],
    28: [
        "tests/web/test_run_events.py::test_a_stream_tells_all_that_a_run_told_and_ends_with_it",
        "tests/runs/test_events.py::test_facts_are_what_they_should_be_whatever_a_tool_says",
    ],
    29: [
        "tests/runners/test_connections.py::test_half_an_answer_that_nobody_asked_for_is_no_part_of_the_next",
        "tests/web/test_files.py::test_a_guess_at_what_somebody_uploaded_learns_nothing_and_gets_nothing",
        "tests/test_files.py::test_a_request_names_no_file_that_was_not_given_out_to_it",
        "tests/web/test_run_addresses.py::test_no_log_holds_it_however_the_run_ends",
        "tests/web/test_run_addresses.py::test_a_fault_of_ours_is_logged_without_it",
        "tests/web/test_run_addresses.py::test_no_tool_is_told_it",
        "tests/web/test_run_addresses.py::test_no_page_of_a_run_tells_another_site_its_address",
        "tests/web/test_run_addresses.py::test_a_browser_is_told_to_forget_what_it_keeps",
        "tests/browser/test_runs.py::test_on_a_shared_computer_everything_here_is_forgotten",
        "tests/browser/test_runs.py::test_a_link_in_an_answer_does_not_tell_where_it_stands",
        "tests/web/test_run_history.py::test_runs_are_told_of_to_who_has_their_ids",
        "tests/web/test_run_history.py::test_without_an_id_no_run_is_told_of",
        "tests/runs/test_run.py::test_an_id_has_128_random_bits_and_stands_in_an_address",
        "tests/web/test_runs.py::test_nobody_lists_runs_and_nobody_keeps_an_answer_about_one",
        "tests/web/test_runs.py::test_a_run_that_is_not_there_is_a_page_that_says_runs_are_private",
        "tests/web/test_files.py::test_what_a_form_says_it_has_uploaded_is_not_believed",
        "tests/browser/test_cross_site.py::test_another_site_reads_nothing_of_a_run",
    ],
    30: [
        "tests/hostile/test_declarations.py::test_no_yaml_grows_or_makes_what_json_has_not",
        "tests/test_yaml.py::test_aliases_count_as_often_as_they_stand",
        "tests/test_yaml.py::test_a_part_that_is_wrong_costs_that_part_alone",
        "tests/test_yaml.py::test_the_values_of_a_text_are_bounded",
    ],
    31: [
        "tests/test_draft.py::test_a_name_that_is_none_of_the_form_is_a_problem",
        "tests/test_draft.py::test_rows_are_bounded_and_each_has_its_number",
        "tests/test_draft.py::test_a_hundred_thousand_names_are_read_at_once",
        "tests/inputs/test_table.py::test_what_is_wrong_with_a_value_is_said",
        "tests/web/test_limits.py::test_what_is_too_large_is_refused_and_the_limits_are_said",
        "tests/web/test_limits.py::test_hostile_names_of_controls_are_problems_and_nothing_more",
    ],
    32: [
        "tests/web/test_secrets_nowhere.py::test_no_answer_tells_one_secret_from_another",
        "tests/browser/test_secrets.py::test_what_the_browser_finds_wrong_in_a_secret_is_not_quoted",
    ],
    33: [
        "tests/runners/test_mcp_sessions.py::test_a_session_is_one_visitors_alone",
        "tests/runners/test_mcp_sessions.py::test_without_an_owner_each_call_has_a_session_of_its_own",
        "tests/runners/test_mcp_sessions.py::test_a_session_ends_when_it_is_idle",
        "tests/runners/test_mcp_sessions.py::test_where_there_is_no_room_the_session_that_was_idle_for_the_longest_ends",
        "tests/runners/test_mcp_sessions.py::test_a_key_that_can_be_guessed_is_none",
        "tests/web/test_mcp_sessions.py::test_programs_have_the_sessions_of_their_keys",
        "tests/web/test_mcp_sessions.py::test_a_key_that_is_none_is_refused_and_nothing_runs",
        "tests/web/test_mcp_sessions.py::test_a_key_is_nowhere_kept_logged_or_answered",
        "tests/web/test_mcp_sessions.py::test_who_knows_a_run_has_neither_the_session_of_its_visitor_nor_its_end",
        "tests/web/test_mcp_sessions.py::test_another_site_cannot_end_a_session",
        "tests/browser/test_mcp_sessions.py::test_two_visitors_never_see_each_others_state",
    ],
    36: [
        "tests/test_incoming.py::test_uploads_that_are_half_here_take_up_room",
        "tests/test_incoming.py::test_what_found_no_room_stays_nowhere",
        "tests/web/test_disk.py::test_runs_that_end_on_a_full_disk_are_saved_once_there_is_room",
        "tests/web/test_disk.py::test_a_run_that_cannot_be_kept_is_not_begun_and_the_answer_says_why",
        "tests/web/test_disk.py::test_a_file_that_finds_no_room_is_a_problem_at_its_input",
        "tests/web/test_disk.py::test_a_folder_that_was_removed_is_made_anew",
        "tests/web/test_disk.py::test_a_folder_that_became_a_file_is_said",
        "tests/web/test_disk.py::test_a_database_that_is_locked_is_waited_for_and_then_said",
        "tests/web/test_disk.py::test_the_database_stays_small_and_what_was_deleted_is_not_in_it",
    ],
    37: [
        "tests/web/test_shares.py::test_a_slow_tool_leaves_room_for_the_others",
        "tests/web/test_shares.py::test_a_client_that_posts_five_hundred_runs_leaves_the_others_served",
        "tests/web/test_shares.py::test_a_client_that_opens_five_hundred_streams_leaves_the_others_served",
        "tests/web/test_shares.py::test_runs_a_minute_are_counted_and_the_page_says_how_long_to_wait",
        "tests/web/test_shares.py::test_uploads_of_a_day_are_counted_before_they_are_read",
        "tests/web/test_shares.py::test_a_client_has_four_batches_at_a_time",
        "tests/runs/test_turns.py::test_no_tool_has_more_turns_nor_more_room_to_wait_than_it_leaves_for_the_others",
        "tests/runs/test_turns.py::test_a_client_has_its_share_and_four_times_as_much_room_to_wait",
        "tests/web/test_run_events.py::test_there_are_so_many_streams_and_then_one_is_told_to_ask",
        "tests/web/test_serving.py::test_a_client_whose_requests_never_end_leaves_threads_for_the_others",
        "tests/web/test_serving.py::test_clients_that_leave_their_side_of_a_connection_open_hold_nobody_up",
    ],
    34: [
        "tests/html/test_foreign.py::test_what_takes_minutes_is_plain_and_says_why",
        "tests/html/test_foreign.py::test_a_text_that_takes_too_long_is_tried_once",
        "tests/html/test_foreign.py::test_a_page_that_has_spent_its_time_starts_no_more_processes",
        "tests/html/test_foreign.py::test_a_page_is_no_larger_than_it_may_be",
        "tests/html/test_foreign.py::test_many_long_texts_are_shown_by_their_beginnings",
        "tests/html/test_cost.py::test_a_hundred_faults_cost_no_more_than_the_rows_they_are_in",
    ],
    35: [
        "tests/html/test_cost.py::test_descriptions_that_take_long_to_read_are_plain",
        "tests/html/test_cost.py::test_a_list_makes_the_input_of_its_items_once",
        "tests/html/test_cost.py::test_a_hundred_faults_cost_no_more_than_the_rows_they_are_in",
    ],
    38: [
        "tests/web/test_metrics.py::test_they_are_for_whoever_has_their_token_at_any_name",
        "tests/web/test_metrics.py::test_whoever_may_use_the_app_may_not_read_them",
        "tests/web/test_metrics.py::test_there_are_none_where_none_are_wanted",
        "tests/test_cli_access.py::test_an_address_that_others_reach_needs_a_decision",
        "tests/test_cli_access.py::test_a_server_with_a_token_asks_everyone_for_it_and_answers_probes",
        "tests/test_cli_access.py::test_a_public_server_answers_to_its_names_and_addresses_only",
        "tests/web/test_access.py::test_nothing_is_answered_without_the_token",
        "tests/web/test_access.py::test_whoever_guesses_has_to_wait_and_nobody_else",
        "tests/web/test_access.py::test_a_user_that_a_listed_proxy_names_is_let_in_and_one_that_another_names_is_not",
        "tests/web/test_access.py::test_a_client_is_who_connected_or_who_a_listed_proxy_passed_on",
        "tests/web/test_serving.py::test_schemes_and_prefixes_come_from_listed_proxies_only",
    ],
    39: [
        "tests/runs/test_execution.py::test_the_same_key_many_times_at_once_is_one_run",
        "tests/runs/test_cluster.py::test_the_same_key_at_two_web_processes_at_once_is_one_run",
        "tests/runs/test_cluster.py::test_a_tool_that_can_do_no_more_runs_one_at_a_time_over_both",
    ],
    40: [
        "tests/runs/test_recovery.py::test_any_other_run_is_lost_with_what_it_told",
        "tests/runs/test_recovery.py::test_a_process_that_comes_back_learns_that_its_run_is_lost",
        "tests/runs/test_recovery.py::test_a_run_with_secrets_starts_again_only_where_they_were_sealed",
        "tests/runs/test_store.py::test_a_run_that_was_given_up_or_forgotten_is_changed_by_nobody",
        "tests/runs/test_cluster.py::test_a_run_is_cancelled_at_another_web_process",
        "tests/runs/test_cluster.py::test_the_runs_of_a_worker_that_is_killed_start_again_or_are_lost",
        "tests/runs/test_cluster.py::test_a_secret_reaches_the_worker_and_is_not_left_anywhere",
        "tests/runs/test_cluster.py::test_a_run_with_secrets_is_refused_where_they_may_rest_nowhere",
        "tests/runs/test_sealing.py::test_nothing_of_a_body_is_in_what_rests",
    ],
    41: [
        "tests/envelopes/test_media.py::test_the_file_has_the_name_that_the_tool_gives_it",
        "tests/web/test_media_types.py::test_a_file_is_downloaded_under_its_name_and_never_opened",
        "tests/web/test_media_types.py::test_a_page_stands_in_a_frame_that_runs_and_loads_nothing",
        "tests/web/test_media_types.py::test_a_table_is_exported_without_formulas_and_as_it_came",
        "tests/web/test_raw.py::test_it_is_downloaded_byte_for_byte",
        "tests/browser/test_media_types.py::test_a_hostile_page_is_drawn_and_can_do_nothing",
        "tests/browser/test_media_types.py::test_no_file_runs_anything",
    ],
    42: [
        "tests/runners/test_polling.py::test_an_address_of_another_origin_is_an_error_with_a_reason_and_never_called",
        "tests/runners/test_polling.py::test_redirects_in_a_circle_end",
        "tests/runners/test_polling.py::test_a_run_that_is_cancelled_is_cancelled_where_the_tool_says",
        "tests/runners/test_oauth.py::test_a_header_leads_to_no_other_place",
        "tests/runners/test_oauth.py::test_metadata_that_redirects_is_not_followed",
        "tests/runners/test_oauth.py::test_an_authorization_server_is_reached_over_https",
        "tests/runners/test_oauth.py::test_a_public_server_names_no_private_address",
        "tests/runners/test_oauth.py::test_what_does_not_fit_together_is_refused",
        "tests/web/test_sign_in.py::test_a_run_that_needs_a_sign_in_says_so_and_two_visitors_have_two_tokens",
        "tests/web/test_sign_in.py::test_an_answer_with_another_state_is_refused",
        "tests/web/test_sign_in.py::test_an_answer_counts_once_and_in_the_browser_where_the_sign_in_began",
        "tests/web/test_sign_in.py::test_nobody_signs_in_for_the_run_of_another_visitor",
        "tests/web/test_sign_in.py::test_tokens_are_nowhere_kept_logged_or_answered",
    ],
    43: [
        "tests/runs/test_webhooks.py::test_it_is_told_how_a_run_ended_and_no_value",
        "tests/runs/test_webhooks.py::test_what_was_changed_on_its_way_is_noticed",
        "tests/runs/test_webhooks.py::test_a_redirect_is_not_followed",
        "tests/runs/test_webhooks.py::test_a_public_name_that_leads_into_a_private_network_is_not_called",
        "tests/runs/test_webhooks.py::test_it_is_told_again_under_the_same_id_until_it_takes_it",
        "tests/runs/test_webhooks.py::test_the_key_is_in_no_text_of_it",
        "tests/web/test_webhook.py::test_a_run_that_ends_is_told_and_no_value_of_it",
        "tests/web/test_webhook.py::test_what_it_has_to_be_told_is_in_the_database_without_values",
        "tests/web/test_webhook.py::test_what_is_wrong_with_it_is_said_with_its_place_and_no_key",
    ],
    44: [
        "tests/runs/test_sealing.py::test_nothing_of_a_body_is_in_what_rests",
        "tests/runs/test_sealing.py::test_what_no_key_opens_says_what_to_do",
        "tests/runs/test_sealing.py::test_a_malformed_key_is_named_and_never_shown",
        "tests/blobs/test_bucket.py::test_machines_share_its_files_and_know_what_each_gave_out",
        "tests/blobs/test_bucket.py::test_a_file_over_the_limit_leaves_nothing",
        "tests/blobs/test_bucket.py::test_what_was_used_the_longest_ago_goes_where_there_is_no_room",
        "tests/blobs/test_bucket.py::test_no_key_of_the_bucket_is_logged",
        "tests/web/test_bucket.py::test_a_bucket_that_is_away_is_said",
    ],
}  # fmt: skip


@cache
def names_in(path: str) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(statement.name for statement in tree.body if isinstance(statement, ast.FunctionDef))


def documented() -> dict[int, str]:
    """Return the rows of the table in docs/security.md by their number."""
    lines = (ROOT / "docs/security.md").read_text(encoding="utf-8").partition("## What was tried")[0].splitlines()
    return {int(match[1]): line for line in lines if (match := re.match(r"\| (\d+) \|", line))}


def test_every_threat_of_the_documents_has_tests_and_the_other_way_round():
    assert documented().keys() == TESTS.keys()
    assert {*range(1, 34)} <= TESTS.keys()


@pytest.mark.parametrize("row", TESTS)
def test_the_tests_that_hold_a_threat_are_there(row):
    gone = [test for test in TESTS[row] if test.partition("::")[2] not in names_in(test.partition("::")[0])]

    assert TESTS[row]
    assert gone == []


@pytest.mark.parametrize("row", TESTS)
def test_the_documents_name_the_files_of_those_tests(row):
    assert {test.partition("::")[0] for test in TESTS[row]} == set(re.findall(r"tests/[\w/]+\.py", documented()[row]))
