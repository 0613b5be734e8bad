/**
 * What packs messages, of a library without types. Its client is not used, it has no guard; nor its
 * parser, which a negative length keeps forever.
 */
declare module '@sealsystems/ipp' {
  type Attributes = Readonly<Record<string, unknown>>
  export interface Message {
    readonly version: '1.1' | '2.0'
    readonly operation: string
    readonly id: number
    readonly 'operation-attributes-tag': Attributes
    readonly 'job-attributes-tag'?: Attributes
    readonly data?: Buffer
  }
  const ipp: {
    readonly serialize: (message: Message) => Buffer
  }
  export default ipp
}
