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
    interface(fail, gr.Number(label="X"), gr.Textbox(label="Out"))

app.queue().launch(server_name="127.0.0.1", server_port=int(sys.argv[1]), quiet=True)
