import { type Module } from '../../../kit/module.ts'

export const devicesModule: Module = {
  secretColumns: ['known_devices.device'],
}
