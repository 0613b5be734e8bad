import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The code that a token shows now or then, by a program that knows nothing of ours. */
export const timeCode = async (secret: string, at = new Date()): Promise<string> => {
  const now = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return (await run('oathtool', ['--totp', '--base32', '--now', now, secret])).stdout.trim()
}

/** The code of one press of a button, counted from 0. */
export const pressCode = async (secret: Buffer, presses: number): Promise<string> =>
  (
    await run('oathtool', ['--hotp', '--counter', `${presses}`, secret.toString('hex')])
  ).stdout.trim()

const keyOf = (serial: string, secret: Buffer): string => `
  <KeyPackage>
    <DeviceInfo><Manufacturer>Acme Keys</Manufacturer><SerialNo>${serial}</SerialNo></DeviceInfo>
    <Key Id="${serial}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:hotp">
      <AlgorithmParameters><ResponseFormat Length="6" Encoding="DECIMAL"/></AlgorithmParameters>
      <Data>
        <Secret><PlainValue>${secret.toString('base64')}</PlainValue></Secret>
        <Counter><PlainValue>0</PlainValue></Counter>
      </Data>
    </Key>
  </KeyPackage>`

/** A key file as a maker sends it (RFC 6030), of tokens with a button. */
export const keyFile = (keys: ReadonlyMap<string, Buffer>): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">
  ${[...keys].map(([serial, secret]) => keyOf(serial, secret)).join('')}
</KeyContainer>`)
