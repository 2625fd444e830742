"""Serves a shop of clients/python/examples for python.test.ts: `shops.py fastapi_app` or `shops.py django_views`. It prints its port."""

import importlib
import json
import os
import socket
import sys

from deresegn import AsyncDeresegn, Deresegn

ORDERS = json.loads(os.environ["ORDERS"])


def listening():
    one = socket.create_server(("127.0.0.1", 0))
    print(one.getsockname()[1], flush=True)
    return one


def fastapi_app():
    import uvicorn

    class Hurried(AsyncDeresegn):
        async def begin(self, **asked):
            return await super().begin(**with_patience(asked))

    shop = importlib.import_module("fastapi_app")
    shop.deresegn = Hurried()
    shop.orders = ORDERS
    uvicorn.Server(uvicorn.Config(shop.app, log_level="critical")).run(sockets=[listening()])


def django_views():
    from django.conf import settings
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application
    from django.urls import path

    class Hurried(Deresegn):
        def begin(self, **asked):
            return super().begin(**with_patience(asked))

    settings.configure(
        ALLOWED_HOSTS=["127.0.0.1"],
        MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
        ROOT_URLCONF=__name__,
        SECRET_KEY="of this test",
        LOGGING_CONFIG=None,
    )
    application = get_wsgi_application()
    shop = importlib.import_module("django_views")
    shop.deresegn = Hurried()
    shop.orders = ORDERS
    globals()["urlpatterns"] = [path("orders/<id>/receipt", shop.receipt), path("hooks/deresegn", shop.hook)]
    WSGIRequestHandler.log_message = lambda *_: None
    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(application)
    print(server.server_port, flush=True)
    server.serve_forever()


def with_patience(asked):
    """A slow bank answers too late for the route: a webhook tells the end. Others are waited for, however busy the machine is."""
    return {**asked, "wait_ms": 0 if "slow" in asked["text"] else 30_000}


{"fastapi_app": fastapi_app, "django_views": django_views}[sys.argv[1]]()
