/** As far as it is used here; the package brings no types. */
declare module 'passport-openidconnect' {
  interface Settings {
    readonly issuer: string
    readonly authorizationURL: string
    readonly tokenURL: string
    readonly userInfoURL: string
    readonly clientID: string
    readonly clientSecret: string
    readonly callbackURL: string
    readonly scope: readonly string[]
  }

  type Verify = (
    issuer: string,
    profile: object,
    done: (fault: unknown, user: object) => void,
  ) => void

  export default class Strategy {
    constructor(settings: Settings, verify: Verify)
    authenticate(request: object, options: object): void
  }
}
