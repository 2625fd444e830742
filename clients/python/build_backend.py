"""
Builds the wheel (PEP 517): an archive of the package and its metadata, so that a build needs no other package. Python 3.11 or newer
builds; what it builds runs on 3.9.
"""

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = "%s-%s.dist-info" % (name, version)
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _sources(ROOT / name)}
    files[info + "/METADATA"] = _metadata(project).encode()
    files[info + "/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[info + "/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: deresegn\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[info + "/RECORD"] = _record(files, info).encode()
    wheel = "%s-%s-py3-none-any.whl" % (name, version)
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # A fixed time: the same sources make the same wheel.
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    return wheel


def _sources(package):
    return sorted(path for path in package.iterdir() if path.suffix == ".py" or path.name == "py.typed")


def _metadata(project):
    lines = [
        "Metadata-Version: 2.1",
        "Name: " + project["name"],
        "Version: " + project["version"],
        "Summary: " + project["description"],
        "License: " + project["license"]["text"],
        "License-File: LICENSE",
        "Requires-Python: " + project["requires-python"],
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (ROOT / project["readme"]).read_text(encoding="utf-8")


def _record(files, info):
    lines = ["%s,sha256=%s,%d" % (path, _digest(content), len(content)) for path, content in files.items()]
    return "\n".join([*lines, info + "/RECORD,,"]) + "\n"


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
