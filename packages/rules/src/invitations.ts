/** For how many hours an invitation works. */
export const invitationHours = { usual: 168, most: 720 } as const
