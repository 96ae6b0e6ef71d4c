"""The pages of the web app: one module for each view, all rendered on the server."""

from fastapi import APIRouter

from unmold.serve.views import compare, drift, edits, records, search, site, template

router = APIRouter(include_in_schema=False)
for view in (site, template, records, search, compare, drift, edits):
    router.include_router(view.router)

__all__ = ["router"]
