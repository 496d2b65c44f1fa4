// BASE_URL=http://127.0.0.1:8080/v1 API_KEY=… LIMITED_KEY=… node node.mjs
import { adopt } from './adopt.js';

const { BASE_URL = 'http://127.0.0.1:8080/v1', API_KEY = '', LIMITED_KEY = API_KEY } = process.env;
await adopt({ baseUrl: BASE_URL, apiKey: API_KEY, limitedKey: LIMITED_KEY }, console.log);
