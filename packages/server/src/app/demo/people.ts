/** Names of the demonstration's people: first and last names combine to 1,000 different ones. */
const firstNames = [
  'Amelia',
  'Noah',
  'Sofia',
  'Liam',
  'Mia',
  'Lucas',
  'Emma',
  'Hugo',
  'Ines',
  'Jonas',
  'Clara',
  'Mateo',
  'Freya',
  'Oskar',
  'Leila',
  'Ravi',
  'Yuki',
  'Tomas',
  'Nadia',
  'Elias',
  'Hana',
  'Pavel',
  'Zofia',
  'Anders',
  'Marta',
  'Kenji',
  'Aylin',
  'Joao',
  'Ingrid',
  'Samir',
  'Lena',
  'Diego',
  'Astrid',
  'Bruno',
  'Chiara',
  'Emil',
  'Greta',
  'Ivan',
  'Julia',
  'Karim',
] as const

const lastNames = [
  'Andersson',
  'Becker',
  'Castillo',
  'Dubois',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'Olsen',
  'Petrov',
  'Quintero',
  'Rossi',
  'Schneider',
  'Tanaka',
  'Ueda',
  'Vasquez',
  'Weber',
  'Yilmaz',
  'Zimmermann',
] as const

export interface Person {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** `count` different people, the same each time; at most 1,000. */
export const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, at) => {
    const firstName = firstNames[at % firstNames.length] ?? ''
    const lastName = lastNames[Math.floor(at / firstNames.length) % lastNames.length] ?? ''
    const userId = `${firstName}.${lastName}`.toLowerCase()
    return { userId, firstName, lastName, email: `${userId}@acme.example` }
  })
