"""Signs somebody in with requests-oauthlib as its manual does: addresses in, the person out."""
import json
import os
import sys

from requests_oauthlib import OAuth2Session

issuer, client_id, secret, redirect_uri = sys.argv[1:5]
session = OAuth2Session(client_id, redirect_uri=redirect_uri, scope=["openid", "profile", "email"])
url, state = session.authorization_url(issuer + "/authorize")
print(url, flush=True)
session.fetch_token(
    issuer + "/token", authorization_response=sys.stdin.readline().strip(), client_secret=secret
)
print(json.dumps(session.get(issuer + "/userinfo").json()), flush=True)
