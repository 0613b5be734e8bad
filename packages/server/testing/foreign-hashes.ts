/** The password of all of them. */
export const foreignPassword = 'correct-Horse-42-stäple'

/** Made by glibc's crypt(3), Python's hashlib and the reference of Argon2, in the layouts of others. */
export const foreignHashes: Readonly<Record<string, string>> = {
  'bcrypt of Okta and Auth0': '$2b$05$abcdefghijklmnopqrstuuWvRAJdIhHQg4.eBDV6x14hYKo8L3MVu',
  'bcrypt of PHP': '$2y$05$abcdefghijklmnopqrstuuWvRAJdIhHQg4.eBDV6x14hYKo8L3MVu',
  'bcrypt of Spring': '{bcrypt}$2a$05$abcdefghijklmnopqrstuuWvRAJdIhHQg4.eBDV6x14hYKo8L3MVu',
  'bcrypt of Django': 'bcrypt_sha256$$2b$05$abcdefghijklmnopqrstuuFjOtcvrExAUOnp1Bur/JxiOxcNYm646',
  'bcrypt of OpenLDAP': '{CRYPT}$2y$05$abcdefghijklmnopqrstuuWvRAJdIhHQg4.eBDV6x14hYKo8L3MVu',
  'SHA-512 of crypt(3)':
    '$6$saltstring$u4nn4f5snc3//YSxPKstZf3IcsjUGh.IiRKmUnzFm2d5K/urfjfiOLe0Q64dhTw8bgP4McAuqQkP6gW.wpeHU1',
  'SHA-512 of OpenLDAP, with rounds':
    '{CRYPT}$6$rounds=1234$0123456789abcdef$kOtU.N5tBVeE76gO9GhmuvpwTOmENWm/LQK3MoS2N.0q0K7o0TYTFsytYu.sM/dxlXnOqABWpR.K3bgJMDKdj/',
  'SHA-256 of crypt(3)': '$5$rounds=2001$saltstring$2J4WFtEp2YAYaw/QqHRQBamZzpWcLwS6DvxONEoTvh0',
  'PBKDF2 of Django': 'pbkdf2_sha256$1000$seasalt$PeDSX7PNOVuy1M1DNKevI/z17Ua2iB1dZN5/kCVdOCo=',
  'PBKDF2 of passlib':
    '$pbkdf2-sha512$1000$AAECAwQFBgcICQoLDA0ODw$mLat55iZT3BLiQEchWIQaYv3kpG/xK2fOx3jzz76jGEXQ3D7HTa2rkZBTpccqWFJ2yGwNA/Z.vyGYTWgHplX7A',
  'PBKDF2 in PHC format':
    '$pbkdf2-sha256$i=1000,l=32$AAECAwQFBgcICQoLDA0ODw$DTLwLxQmNV1mk9LFsKXQbeSxy7T6QWRNBt/8W/Rw0lw',
  'PBKDF2 of OpenLDAP':
    '{PBKDF2-SHA256}1000$AAECAwQFBgcICQoLDA0ODw$DTLwLxQmNV1mk9LFsKXQbeSxy7T6QWRNBt/8W/Rw0lw',
  'PBKDF2 of OpenLDAP, SHA-1': '{PBKDF2}1000$AAECAwQFBgcICQoLDA0ODw$OQY7BgSdNHLaKvwQLbS/GB5ageM',
  'PBKDF2 of 389 Directory Server':
    '{PBKDF2_SHA256}AAAD6AABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9TReqriPl3gU8ITeXlo7y5ibxVrKMH75f+YUFtNelgg9zTgDkZY8zimWB4RwnaOlb5LKO0CegjgwRoY1DM/bAHJAZgji8QYeryhPF8k0Irm1I7yKfOAc8fpEhTx5uimPVK1S3TcurNw20hCVOBtkJ301Z/yxqbT1Zg66nz+OKRQTdJHvOgZGZDxkDKHlpDCFNT37NhRU1LxAPAcCYn7xv2f2lfVa1Rks3G9QIUHe4oO2xMatkeARaAgcbv40JJw5FQJGTAyTG3Ia41Tl63tl5d5Zc7pCeqKXqf20QPvFNWuzQ3jc33PibX9eF/Je5xk5wCFoIcOvzzggXQa2QkiaHY',
  'PBKDF2 of Werkzeug':
    'pbkdf2:sha256:1000$seasalt$3de0d25fb3cd395bb2d4cd4334a7af23fcf5ed46b6881d5d64de7f90255d382a',
  'PBKDF2 of Keycloak':
    '{"type": "password", "secretData": "{\\"value\\": \\"DTLwLxQmNV1mk9LFsKXQbeSxy7T6QWRNBt/8W/Rw0lw/z/F+4ZSmbhsE3WNM3kRliAyRv3Ut9Sdr5suaCHAEkg==\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 1000, \\"algorithm\\": \\"pbkdf2-sha256\\", \\"additionalParameters\\": {}}"}',
  'PBKDF2 of Keycloak, SHA-512':
    '{"type": "password", "secretData": "{\\"value\\": \\"mLat55iZT3BLiQEchWIQaYv3kpG/xK2fOx3jzz76jGEXQ3D7HTa2rkZBTpccqWFJ2yGwNA/Z+vyGYTWgHplX7A==\\", \\"salt\\": \\"AAECAwQFBgcICQoLDA0ODw==\\", \\"additionalParameters\\": {}}", "credentialData": "{\\"hashIterations\\": 1000, \\"algorithm\\": \\"pbkdf2-sha512\\", \\"additionalParameters\\": {}}"}',
  'PBKDF2 of Keycloak before 7':
    '{"type": "password", "hashedSaltedValue": "OQY7BgSdNHLaKvwQLbS/GB5ageOr8A9vc4d7wE3XAp9INChLTe/tAaNPJa2nqgtzcwqd8m0k0D/edaoeeGRsaA==", "salt": "AAECAwQFBgcICQoLDA0ODw==", "hashIterations": 1000, "algorithm": "pbkdf2"}',
  'PBKDF2 of ASP.NET Core':
    'AQAAAAEAAAPoAAAAEAABAgMEBQYHCAkKCwwNDg8NMvAvFCY1XWaT0sWwpdBt5LHLtPpBZE0G3/xb9HDSXA==',
  'scrypt in PHC format':
    '$scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$e+2GOlKgSLXmLr4fhnGldtJQBciEIA62fvGBjQl3q3M',
  'scrypt of Django':
    'scrypt$1024$seasalt$8$1$4Y+a9CoOWrGa3nIoAOH4eg1z69QWQOKUWwGdaOoq2xyucVrCu9obOO1HHed8i4hzXk68E5yFAk3KL2GQudrntw==',
  'scrypt of Werkzeug':
    'scrypt:1024:8:1$seasalt$e18f9af42a0e5ab19ade722800e1f87a0d73ebd41640e2945b019d68ea2adb1cae715ac2bbda1b38ed471de77c8b88735e4ebc139c85024dca2f6190b9dae7b7',
  SSHA: '{SSHA}K0iPhDJYSmPC8bjm+s6f5THGYMwAAQIDBAUGBw==',
  SSHA256: '{SSHA256}OmWr6bPyISWi7SiPKtqLs9BPg0zlM4tKSiIRW4OUkCwAAQIDBAUGBw==',
  'SHA-256 behind its salt':
    '{SSHA256-PREFIX}JLhJiSh41x29NuVq6GoATWnawwcCLBdPxy0OP4ZXrDoAAQIDBAUGBw==',
  SSHA384: '{SSHA384}Bqkp04c+hIX+lV1Nh8d8xr5Z32wJnOROCBLPBw0cW3pw2k5w08wc3HiVGMTuExkoAAECAwQFBgc=',
  SSHA512:
    '{SSHA512}pPL6GiqYl2HWFWZSuv8bpRODBdaPaz/qfeTzQF69WFBbUjY20YRYKUXraG5VGInHj2fj0YkQQUWUwKFUDDZ5SAABAgMEBQYH',
  argon2i:
    '$argon2i$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$PnD1gIsch+SG+IunIFyUqrlZPltZq5VUWtAFgsMau9I',
  'argon2d of other software':
    '$argon2d$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$LY2xY+vFXgb35SLRmvsLXcgJmLf+jmMwhc8ghpCy4Fs',
  'argon2id of Django':
    'argon2$argon2id$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$2NYahCq+6mKRZk6mKYaFJOHtYB/u+h3bLHpRzShzTTk',
  'argon2 of OpenLDAP':
    '{ARGON2}$argon2i$v=19$m=64,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$PnD1gIsch+SG+IunIFyUqrlZPltZq5VUWtAFgsMau9I',
  'argon2id of Keycloak':
    '{"type":"password","secretData":"{\\"value\\":\\"2NYahCq+6mKRZk6mKYaFJOHtYB/u+h3bLHpRzShzTTk=\\",\\"salt\\":\\"AAECAwQFBgcICQoLDA0ODw==\\",\\"additionalParameters\\":{}}","credentialData":"{\\"hashIterations\\":1,\\"algorithm\\":\\"argon2\\",\\"additionalParameters\\":{\\"hashLength\\":[\\"32\\"],\\"memory\\":[\\"64\\"],\\"type\\":[\\"id\\"],\\"version\\":[\\"1.3\\"],\\"parallelism\\":[\\"1\\"]}}"}',
}
