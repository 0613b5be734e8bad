import type { Entry } from './entry.ts'

/** Terms of authenticators. */
export const authenticatorsEntries: readonly Entry[] = [
  {
    head: 'hardwareToken',
    at: '/tokens',
    words:
      'otp token; oath token; totp; hotp; yubikey otp; key fob; token serial; pskc; assign token; c100; hard token',
  },
  {
    head: 'gridCard',
    at: '/grids',
    words: 'grid; egrid; matrix card; bingo card; entrust grid; otp card; printed card',
  },
  {
    head: 'passwordPolicy',
    at: '/settings/authenticators/password',
    words:
      'password policy; password rules; password complexity; password history; password expiration; password expiry; realm settings password',
  },
  {
    head: 'compromisedPasswords',
    at: '/settings/authenticators/password?field=settings:password.fields.refuseCompromised',
    words: 'pwned; hibp; haveibeenpwned; leaked passwords; breached password protection',
  },
  {
    head: 'passwordReset',
    at: '/settings/authenticators/reset',
    words: 'sspr; forgot password; self-service password reset; account recovery; lost password',
  },
  {
    head: 'temporaryAccessCode',
    at: '/settings/authenticators/temporary',
    words:
      'temporary access pass; tap; bypass code; one-time bypass; temporary password; backup code',
  },
  {
    head: 'push',
    at: '/settings/authenticators/softtoken',
    words:
      'push; push notification; number matching; mobile approval; okta verify; entrust identity app; soft token; softtoken',
  },
  {
    head: 'oneTimePasscode',
    at: '/settings/authenticators/codes',
    words: 'otp; sms otp; email otp; sms code; text message; one-time password; voice otp',
  },
  {
    head: 'smsProvider',
    at: '/settings/authenticators/providers',
    words:
      'twilio; sms gateway; telephony; sms provider; voice provider; wechat; telephony hook; custom sms',
  },
  {
    head: 'passkey',
    at: '/settings/authenticators/passkeys',
    words:
      'passkey; fido; fido2; webauthn; security key; yubikey; platform authenticator; windows hello; touch id; aaguid; biometrics',
  },
  {
    head: 'magicLink',
    at: '/settings/authenticators/links',
    words: 'magic link; email link; passwordless email; sign-in link',
  },
  {
    head: 'certificateSignIn',
    at: '/settings/authenticators/certificates',
    words:
      'cba; x.509; piv; cac; client certificate; mutual tls; certificate-based authentication; smart card logon',
  },
  {
    head: 'bruteForce',
    at: '/settings/authenticators/guessing',
    words:
      'brute force; lockout; account lockout; failed attempts; smart lockout; rate limiting; password spray',
  },
  {
    head: 'securityQuestions',
    at: '/settings/kba',
    words: 'kba; knowledge-based; security question; secret question; challenge questions; q&a',
  },
  {
    head: 'externalAuthenticator',
    at: '/settings/external',
    words:
      'external authentication method; third-party mfa; duo; custom authenticator; external otp; radius otp; eam',
  },
  {
    head: 'passThrough',
    at: '/settings/passthrough',
    words:
      'delegated authentication; pass-through authentication; pta; password hook; legacy passwords; inline hook password import',
  },
  {
    head: 'mobileSdk',
    at: '/settings/softtokensdk',
    words: 'apns; fcm; firebase; sdk; push credentials; bundle id; custom authenticator app',
  },
  {
    head: 'activeSync',
    at: '/settings/activesyncaccess',
    words: 'activesync; exchange; mobile mail; device access; eas; mail gateway',
  },
  {
    head: 'faceVerification',
    at: '/settings/onfido',
    words: 'face; biometrics; onfido; liveness; selfie; identity proofing; idv; face id',
  },
]
