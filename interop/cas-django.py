"""A Django site whose users sign in at another CAS server: django-cas-server in federated mode, with the client of python-cas."""

import os
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import include, path

host, port, folder, provider = sys.argv[1:5]

settings.configure(
    SECRET_KEY=os.urandom(32).hex(),
    ALLOWED_HOSTS=[host],
    ROOT_URLCONF=__name__,
    DATABASES={
        "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(folder, "site.sqlite")}
    },
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "cas_server",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.locale.LocaleMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    STATIC_URL="/static/",
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    CAS_FEDERATE=True,
    CAS_NEW_VERSION_HTML_WARNING=False,
)
django.setup()

from cas_server.models import FederatedIendityProvider, FederatedUser  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402


def home(request):
    if not request.session.get("authenticated"):
        # single logout finds only sessions that were stored before the sign-in
        request.session["is_visitor"] = True
        return HttpResponseRedirect("/federate/brama")
    user = FederatedUser.get_from_federated_username(request.session["username"])
    facts = [user.username, *(str(value) for value in user.attributs.values())]
    return HttpResponse("; ".join(facts), content_type="text/plain; charset=utf-8")


urlpatterns = [path("", home), path("", include("cas_server.urls", namespace="cas_server"))]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Silent(WSGIRequestHandler):
    def log_message(self, *args):
        pass


call_command("migrate", verbosity=0)
FederatedIendityProvider.objects.create(
    suffix="brama",
    verbose_name="Brama",
    server_url=provider,
    cas_protocol_version="CAS_2_SAML_1_0",
)
server = make_server(host, int(port), get_wsgi_application(), server_class=Server, handler_class=Silent)
print("ready at", server.server_address, flush=True)
server.serve_forever()
