export {
  deviceOf,
  forgetDevices,
  hashUuid,
  keepDevice,
  newMachineNonce,
} from './devices.ts'
