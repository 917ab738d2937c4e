"""A model that cog serves."""

import time

from cog import BasePredictor, Input, Path


class Predictor(BasePredictor):
    def predict(
        self,
        prompt: str = Input(description="The text to say"),
        steps: int = Input(default=1, ge=1, le=100),
        style: str = Input(default="plain", choices=["plain", "loud"]),
        image: Path = Input(default=None),
    ) -> str:
        for step in range(steps):
            print(f"step {step}", flush=True)
            time.sleep(0.1 if steps > 1 else 0)
        if prompt == "fail":
            raise ValueError("No such word")
        size = len(image.read_bytes()) if image else 0
        return f"{prompt} {style} {size}"
