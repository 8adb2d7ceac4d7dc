"""Generated from the declarations of operations by `npm run docs`; do not edit."""

__version__ = "0.5.0"
