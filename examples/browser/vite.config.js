// The service answers pages of its own origin: what serves the page hands its calls on.
const proxy = { '/v1': process.env.SERVICE ?? 'http://127.0.0.1:8080' };

export default { build: { target: 'es2022' }, server: { proxy }, preview: { proxy } };
