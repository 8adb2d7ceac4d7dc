/** Until work is done the browser asks before it leaves the page. */
export async function staying<Value>(work: Promise<Value>): Promise<Value> {
  const stay = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', stay);
  try {
    return await work;
  } finally {
    removeEventListener('beforeunload', stay);
  }
}
