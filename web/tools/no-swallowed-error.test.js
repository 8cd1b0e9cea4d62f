import { describe, test } from "node:test";
import { RuleTester } from "eslint";
import { noSwallowedError } from "./no-swallowed-error.js";

RuleTester.describe = describe;
RuleTester.it = test;

const error = (messageId) => ({ errors: [{ messageId }] });

new RuleTester().run("no-swallowed-error", noSwallowedError, {
  valid: [
    "try { a() } catch { b() }",
    "async () => { try { await a() } catch (error) { report(error) } }",
    "async () => { try { a(async () => await b()) } catch { c() } }",
    "a.catch((error) => report(error))",
    "a.catch(report)",
    "a.then(b, (error) => report(error))",
    "a.then(() => undefined)",
  ],
  invalid: [
    ["try { a() } catch {}", "empty"],
    ["try { a() } catch (error) { /* fine */ }", "empty"],
    ["async () => { try { await a() } catch { b() } }", "swallowed"],
    ["async () => { try { for await (const a of b); } catch (_error) { c() } }", "swallowed"],
    ["a.catch(() => undefined)", "swallowed"],
    ["a.catch((_error) => false)", "swallowed"],
    ["a.then(b, () => null)", "swallowed"],
    ["a.then(b, function () {})", "swallowed"],
  ].map(([code, messageId]) => ({ code, ...error(messageId) })),
});
