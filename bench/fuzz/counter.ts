/** Counts outcomes by name, to show whether inputs reach the code. */
export function counter() {
  const counts = new Map<string, number>();
  return {
    count: (name: string | number) => void counts.set(String(name), (counts.get(String(name)) ?? 0) + 1),
    seen: () =>
      [...counts]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, times]) => `${name}: ${times}`)
        .join(', '),
  };
}
