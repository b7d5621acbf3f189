/** How many steps of an article's history are read beside it. */
export const looked = 50
