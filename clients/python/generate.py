"""Generates the Python client from the OpenAPI document: python generate.py OPENAPI.JSON FOLDER

It needs the generator: pip install openapi-python-client==0.29.1
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def simplified(document: dict) -> dict:
    """One record for all failures, and bodies as records: the generator would make 2,000 classes of the rest."""
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for response in document["components"]["responses"].values():
        response["content"] = failure
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith("Request"):
            # They say which fields belong together, which the server checks anyway.
            for rule in ("oneOf", "anyOf", "not"):
                schema.pop(rule, None)
    return document


def generate(source: Path, folder: Path) -> None:
    document = simplified(json.loads(source.read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary, "openapi.json")
        path.write_text(json.dumps(document), encoding="utf-8")
        config = Path(__file__).with_name("config.yml")
        options = ["--path", path, "--config", config, "--output-path", folder, "--overwrite", "--meta", "pdm"]
        run = "from openapi_python_client.cli import app; app()"
        subprocess.run([sys.executable, "-c", run, "generate", *map(str, options)], check=True)


if __name__ == "__main__":
    generate(Path(sys.argv[1]), Path(sys.argv[2]))
