// Packages of JavaScript that make applications and routers, and those whose middleware never answers by itself.
// A table; knows no code.
import { dialects, type Dialect } from "./route.ts";

export interface Package {
  dialect: Dialect;
  roots: readonly string[];
  routers: readonly string[];
}

const express: Package = { dialect: dialects.express, roots: ["default"], routers: ["Router"] };
const koaRouter: Package = { dialect: dialects.koa, roots: [], routers: ["default", "Router"] };

/** What of which package makes an application or a router. */
export const packages: Record<string, Package> = {
  express,
  "ultimate-express": express,
  "hyper-express": { ...express, roots: ["Server"] },
  "express-promise-router": { ...express, roots: [], routers: ["default", "Router"] },
  polka: express,
  restify: { ...express, roots: ["createServer"] },
  koa: { ...koaRouter, roots: ["default"], routers: [] },
  "@koa/router": koaRouter,
  "koa-router": koaRouter,
  hono: { dialect: dialects.hono, roots: ["Hono"], routers: [] },
  "hono/tiny": { dialect: dialects.hono, roots: ["Hono"], routers: [] },
  "hono/quick": { dialect: dialects.hono, roots: ["Hono"], routers: [] },
  "@hono/zod-openapi": { dialect: dialects.hono, roots: ["OpenAPIHono"], routers: [] },
  fastify: { dialect: dialects.fastify, roots: ["default", "fastify", "Fastify"], routers: [] },
  elysia: { dialect: dialects.elysia, roots: ["Elysia", "default"], routers: [] },
  "itty-router": { ...express, roots: ["Router", "AutoRouter", "IttyRouter"], routers: [] },
  oak: { dialect: dialects.koa, roots: ["Application"], routers: ["Router"] },
  "@oak/oak": { dialect: dialects.koa, roots: ["Application"], routers: ["Router"] },
  "find-my-way": { dialect: dialects.fastify, roots: ["default"], routers: [] },
};

export const middleware = new Set([
  ...["cors", "helmet", "morgan", "compression", "body-parser", "cookie-parser", "express-session", "passport"],
  ...["express-rate-limit", "multer", "pino-http", "hono/cors", "hono/logger", "koa-bodyparser", "@koa/cors"],
]);
