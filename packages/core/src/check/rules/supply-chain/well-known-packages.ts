export type Ecosystem = "npm" | "pypi" | "other";

function list(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Names that impostors imitate: the most downloaded packages and those that agents install most. */
export const wellKnownPackages: Readonly<Record<Exclude<Ecosystem, "other">, readonly string[]>> = {
  npm: list(`
    axios babel-core bcrypt bcryptjs bluebird body-parser bootstrap browserify chalk cheerio chokidar classnames commander
    concurrently connect cookie-parser cors cross-env crypto-js d3 dayjs debug discord.js dotenv electron ember-cli
    enzyme esbuild eslint ethers event-stream express express-session faker fastify figlet firebase fs-extra glob graphql
    gulp handlebars helmet http-proxy husky immutable inquirer ioredis jest jquery js-yaml jsdom jsonwebtoken karma knex
    koa left-pad less lint-staged lodash log4js marked minimatch minimist mkdirp mocha moment mongodb mongoose morgan
    multer mysql mysql2 nanoid next node-fetch node-gyp nodemailer nodemon npm-run-all openai ora parcel passport
    passport-jwt path-to-regexp playwright pino postcss prettier prisma prop-types puppeteer qs ramda react react-devtools react-dom
    react-native react-redux react-router react-router-dom redis redux request rimraf rollup rxjs sass semver sequelize
    sharp shelljs socket.io socket.io-client sqlite3 stripe styled-components superagent svelte tailwindcss
    terser tslib ts-node typescript underscore uglify-js uuid validator vite vitest vue web3 webpack webpack-cli
    webpack-dev-server winston yargs zod zustand
  `),
  pypi: list(`
    aiohttp airflow alembic anthropic ansible apache-airflow asyncpg azure-storage-blob beautifulsoup4 black boto3 botocore
    celery certifi chardet chromadb click colorama cryptography datasets django djangorestframework docker fastapi faiss-cpu faiss-gpu
    flask flask-cors google-api-python-client gradio grpcio gunicorn httpx huggingface-hub ipython jinja2 joblib
    jsonschema jupyter keras langchain langchain-core langgraph lightgbm litellm llama-index loguru lxml markdown matplotlib
    mypy mysqlclient nltk notebook numpy openai opencv-python openpyxl paramiko pandas pdfplumber pillow playwright plotly
    poetry polars gsutil psutil psycopg2 psycopg2-binary pyautogui pycryptodome pydantic pygments pyjwt pymongo pymupdf pymysql
    pyopenssl pypdf pypdf2 pytest python-dateutil python-docx python-dotenv python-pptx pytorch pyyaml redis
    reportlab requests rich ruff scapy scikit-learn scipy scrapy seaborn selenium sentence-transformers
    setuptools six sphinx spacy sqlalchemy starlette streamlit tabulate tenacity tensorflow tiktoken torch torchvision tornado
    tqdm transformers twine typer urllib3 uvicorn virtualenv watchdog web3 websockets werkzeug wheel xgboost yt-dlp
  `),
};

/** Packages of their own that are one letter away from a well-known one. */
export const honestNeighbors: ReadonlySet<string> = new Set(
  list(`
    preact color colors cores dexie hapi nexus pinia pytz radash richer sanic serve sinon slate solid tape tslint tsup typed typeorm
    undici urllib vinyl pypdf3 pypdf4 psycopg psycopg3 boto torchx torchaudio jinja websocket sqlite markdown2 marked-man dotenvx
    redis-py lodash-es keyring nock numba axiom python jupytext
  `),
);
