import express from 'express';
import { bearerCredential } from '../interfaces/http/bearer.ts';

// The least that any Express service does for us: route, read the bearer credential, parse JSON, answer.
const app = express();
app.disable('x-powered-by');
app.get('/v1/usage', (request, response) => {
  const credential = bearerCredential(request.headers.authorization);
  response.json({ plan: credential === null ? 'none' : 'pro' });
});
app.post('/v1/detect', express.json(), (request, response) => {
  const credential = bearerCredential(request.headers.authorization);
  response.json({ length: String(request.body.text).length, known: credential !== null });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
