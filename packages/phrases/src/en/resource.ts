import type applications from './resource/applications.json'

/** One line for each file of `en/resource/`: `subject: typeof subject`. */
export interface Resource {
  applications: typeof applications
}
