"""Generated: see `npm run docs` of the service."""
