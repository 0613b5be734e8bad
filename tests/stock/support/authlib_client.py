"""Signs somebody in with Authlib as its manual does, and verifies the ID token by the metadata."""
import json
import sys

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebToken
from authlib.oidc.core import CodeIDToken

issuer, client_id, secret, redirect_uri = sys.argv[1:5]
metadata = requests.get(issuer + "/.well-known/openid-configuration").json()
session = OAuth2Session(client_id, secret, scope="openid profile email", redirect_uri=redirect_uri)
url, state = session.create_authorization_url(metadata["authorization_endpoint"])
print(url, flush=True)
token = session.fetch_token(
    metadata["token_endpoint"], authorization_response=sys.stdin.readline().strip()
)
# As its integrations do it.
jwt = JsonWebToken(metadata.get("id_token_signing_alg_values_supported") or ["RS256"])
keys = requests.get(metadata["jwks_uri"]).json()
claims = jwt.decode(
    token["id_token"],
    key=keys,
    claims_cls=CodeIDToken,
    claims_options={"iss": {"values": [issuer]}, "aud": {"values": [client_id]}},
    claims_params={"client_id": client_id, "access_token": token["access_token"]},
)
claims.validate(leeway=120)
info = session.get(metadata["userinfo_endpoint"]).json()
print(json.dumps({**info, "sub": claims["sub"]}), flush=True)
