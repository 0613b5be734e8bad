/** Where nobody is asked security questions. */
export const noQuestions = {
  state: 'INACTIVE' as const,
  maximumNumberOfQuestions: 0,
  minimumNumberOfQuestions: 3,
  minimumAnswerLength: 3,
  ownQuestions: true,
  userQuestions: [],
}
