"""An app of Gradio: its port is the first argument."""

import sys
import time

import gradio as gr


def greet(name, count, style):
    return f"{style} {name} x{count:g}", {"count": count}


def slow(n, progress=gr.Progress()):
    for step in range(int(n)):
        progress((step, int(n)), desc=f"step {step}")
        time.sleep(0.1)
    return "done"


def stream(text):
    so_far = ""
    for word in text.split():
        so_far += word + " "
        yield so_far


def copy(picture):
    return picture, picture


def table(rows):
    return [[row + 1, row * row] for row in range(int(rows))]


def settings(style, size, tags, note, key, when, kept):
    return {"style": style, "size": size, "tags": tags, "note": note, "key": key, "when": when, "kept": kept}


def edit(frame):
    return frame.assign(done=~frame["done"])


def count(add, so_far):
    return so_far + add, so_far + add


def fail(x):
    raise gr.Error("Too small")


def interface(*parts):
    return gr.Interface(*parts, api_name=parts[0].__name__, flagging_mode="never")


with gr.Blocks() as app:
    interface(
        greet,
        [
            gr.Textbox(label="Name"),
            gr.Slider(1, 10, value=3, step=1, label="Count"),
            gr.Dropdown(["Hello", "Hei"], value="Hei", label="Style"),
        ],
        [gr.Textbox(label="Greeting"), gr.JSON(label="Facts")],
    )
    interface(slow, gr.Number(5, label="N"), gr.Textbox(label="Out"))
    interface(stream, gr.Textbox(label="Text"), gr.Textbox(label="Out"))
    interface(copy, gr.Image(type="filepath", label="Picture"), [gr.Image(label="Copy"), gr.File(label="File")])
    interface(table, gr.Number(2, label="Rows"), gr.Dataframe(headers=["n", "square"], label="Squares"))
    interface(
        settings,
        [
            gr.Dropdown([("Plain", "p"), ("Fancy", "f")], value="p", label="Style", info="How it looks"),
            gr.Dropdown([1, 2, 3], value=2, label="Size"),
            gr.Dropdown(["red", "blue"], multiselect=True, max_choices=1, label="Tags"),
            gr.Textbox(label="Note", placeholder="Anything", lines=3, max_length=20),
            gr.Textbox(label="Key", type="password"),
            gr.DateTime(label="When", type="string", value="2026-01-31 09:30:00"),
            gr.Textbox("v2", label="Kept", visible=False),
        ],
        gr.JSON(label="Settings"),
    )
    interface(
        edit,
        gr.Dataframe(
            [["Bread", 2, None, False], ["Äpfel, rot", 1.5, "", True]],
            headers=["What", "How many", "Note", "done"],
            datatype=["str", "number", "str", "bool"],
            label="Shopping",
        ),
        gr.Dataframe(label="Done"),
    )
    interface(count, [gr.Number(1, label="Add"), gr.State(5)], [gr.State(), gr.Number(label="Sum")])
    interface(fail, gr.Number(label="X"), gr.Textbox(label="Out"))

app.queue().launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), quiet=True)
