"""`unmold serve`: a local web app over one workspace, and its HTTP API.

`make_app` makes the app of settings, `serve` runs it. FastAPI and Uvicorn come with
`unmold[serve]` and are imported nowhere else.
"""
