/** The code of docs/webhooks.md that verifies a signature, in languages that are not installed with Node. */
import { describe, expect, it } from 'vitest';
import { block, expected, said } from './webhook-code.js';

describe('Python', { tags: ['needs-python3'] }, () => {
  it('takes what the service sends, and nothing else', async () => {
    const harness = `
import sys
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
for line in sys.stdin:
    body, *parts, secret = [None if one == "-" else base64.b64decode(one[1:]) for one in line.split()]
    headers = {name: part.decode() for name, part in zip(names, parts) if part is not None}
    print(str(verified(body, headers, secret.decode())).lower())
`;
    expect(await said('python3', 'code.py', (await block('python')) + harness)).toEqual(expected);
  });
});

describe('PHP', { tags: ['needs-php'] }, () => {
  it('takes what the service sends, and nothing else', async () => {
    const harness = `
$names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
while (($line = fgets(STDIN)) !== false) {
    $parts = array_map(fn ($one) => $one === '-' ? null : base64_decode(substr($one, 1)), explode(' ', trim($line)));
    $headers = array_filter(array_combine($names, array_slice($parts, 1, 3)), fn ($one) => $one !== null);
    echo verified($parts[0], $headers, $parts[4]) ? "true\\n" : "false\\n";
}`;
    expect(await said('php', 'code.php', `<?php\n${await block('php')}${harness}`)).toEqual(expected);
  });
});

describe('Java', { tags: ['needs-javac'] }, () => {
  it('takes what the service sends, and nothing else', async () => {
    const [imports = '', method = ''] = (await block('java')).split(/(?=^static )/m);
    const source = `${imports}
class Code {
${method}
    public static void main(String[] args) throws Exception {
        String[] names = { "webhook-id", "webhook-timestamp", "webhook-signature" };
        for (String line : new String(System.in.readAllBytes()).split("\\n")) {
            String[] parts = line.split(" ");
            Map<String, String> headers = new java.util.HashMap<>();
            for (int i = 1; i < 4; i++) if (!parts[i].equals("-")) headers.put(names[i - 1], read(parts[i]));
            System.out.println(verified(read(parts[0]), headers, read(parts[4])));
        }
    }
    static String read(String part) {
        return new String(Base64.getDecoder().decode(part.substring(1)), StandardCharsets.UTF_8);
    }
}`;
    expect(await said('java', 'Code.java', source)).toEqual(expected);
  });
});
