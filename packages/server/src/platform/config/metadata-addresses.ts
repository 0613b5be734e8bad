import { type AddressBytes, isWithin, type Network, networks } from './networks.ts'

/**
 * Where clouds hand out credentials to whoever asks from inside: AWS, Azure, GCP and most
 * others (169.254.169.254 and the container, pod and time services beside it), Azure's host
 * agent, Alibaba, Oracle, Tencent, and the IPv6 ones of AWS and GCP.
 */
const metadataNetworks = networks(
  '169.254.169.0/24',
  '169.254.170.0/24',
  '169.254.0.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::/32',
  'fd20:ce::254',
)

/** Whether a range and the metadata addresses have one in common. */
export const holdsMetadata = (network: Network): boolean =>
  metadataNetworks.some(
    (metadata) => isWithin(metadata.bytes, network) || isWithin(network.bytes, metadata),
  )

export const isMetadata = (bytes: AddressBytes): boolean =>
  metadataNetworks.some((metadata) => isWithin(bytes, metadata))
