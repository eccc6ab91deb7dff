/// <reference types="vite/client" />
import { mount } from "svelte";
import App from "./App.svelte";
import "./look/tokens.css";
import "./pages/app.css";
import { speakAsChosen } from "./language/language";
import { followTheme } from "./match/settings";

followTheme(document.documentElement);
await speakAsChosen(document.documentElement);
const target = document.getElementById("app");
if (target) mount(App, { target });
