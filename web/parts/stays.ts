/** The state of a way to another address that leaves a form as it is: a new row has got its own, a list within the record another page. */
export const stays = 'stays'
