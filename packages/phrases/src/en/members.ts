import type users from './members/users.json'

/** One line for each file of `en/members/`: `subject: typeof subject`. */
export interface Members {
  users: typeof users
}
