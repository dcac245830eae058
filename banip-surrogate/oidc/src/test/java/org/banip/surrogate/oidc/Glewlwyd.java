package org.banip.surrogate.oidc;

import static org.banip.surrogate.wire.Patience.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.core.json.JsonWriter;
import org.banip.surrogate.wire.Patience;

/** A real provider, on the loopback, where it is installed: Glewlwyd, a server written in C. One client and one person, {@code anna}. */
final class Glewlwyd implements AutoCloseable {
    static final String PASSWORD = "seven green apples";
    /** It takes id and secret as they are, where RFC 6749 wants them encoded; these are the same both ways. */
    private static final String CLIENT = "banip-host";

    /** Where somebody lets the host know who it is. */
    static final String CONSENT = "api/auth/grant/" + CLIENT;

    private static final String SECRET = "secret-of-the-host";

    private static final String REQUIRED = "BANIP_TEST_GLEWLWYD";
    private static final Path PROGRAM = Path.of("/usr/bin/glewlwyd");
    private static final Path SCHEMA = Path.of("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3");
    private static final String PICTURE = "\"data-format\":{\"picture\"";
    private static final String JSON = "application/json";
    private static final int MOST_TRIES = 10;

    private final Process process;
    private final URI base;

    /** Starts it. Skips the test where it is not installed, unless the environment says {@code BANIP_TEST_GLEWLWYD=required}. */
    static Glewlwyd start(Path directory) throws Exception {
        boolean there = Files.isExecutable(PROGRAM) && Files.isReadable(SCHEMA);
        if (!there && "required".equals(System.getenv(REQUIRED))) {
            throw new IOException("glewlwyd is not installed, and " + REQUIRED + " requires it");
        }
        assumeTrue(there, "glewlwyd is not installed");
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Glewlwyd server = new Glewlwyd(Files.createDirectory(directory.resolve("glewlwyd-" + tries)));
            await().until(() -> server.answers() || !server.process.isAlive());
            if (server.process.isAlive()) {
                return server;
            }
        }
        throw new IOException("glewlwyd ended " + MOST_TRIES + " times; its logs are in " + directory);
    }

    private Glewlwyd(Path directory) throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getAllByName("127.0.0.1")[0])) {
            port = socket.getLocalPort();
        }
        // Another site than the host's, which is at 127.0.0.1.
        base = URI.create("http://localhost:" + port + "/");
        Path database = directory.resolve("database");
        // People have groups, too.
        String schema = Files.readString(SCHEMA)
                .replaceFirst(
                        Pattern.quote(PICTURE),
                        "\"data-format\":{\"groups\":{\"multiple\":true,\"read\":true,\"write\":true},\"picture\"");
        Path script = Files.writeString(directory.resolve("schema"), schema);
        Process sqlite = new ProcessBuilder("sqlite3", database.toString())
                .redirectInput(script.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start();
        if (sqlite.waitFor() != 0) {
            throw new IOException("sqlite3 did not make the database");
        }
        Path configuration = Files.writeString(
                directory.resolve("configuration"),
                String.join(
                        "\n",
                        "port=" + port,
                        "bind_address=\"127.0.0.1\"",
                        "external_url=\"http://localhost:" + port + "\"",
                        "login_url=\"login.html\"",
                        "api_prefix=\"api\"",
                        "log_mode=\"console\"",
                        "log_level=\"INFO\"",
                        "static_files_path=\"/usr/share/glewlwyd/webapp\"",
                        "static_files_mime_types = ({ extension = \".html\"; mime_type = \"text/html\"; });",
                        "cookie_secure=0",
                        "session_key=\"GLEWLWYD2_SESSION_ID\"",
                        "admin_session_authentication=\"cookie\"",
                        "profile_session_authentication=\"cookie\"",
                        "login_api_enabled=true",
                        "admin_scope=\"g_admin\"",
                        "profile_scope=\"g_profile\"",
                        "user_module_path=\"/usr/lib/glewlwyd/user\"",
                        "client_module_path=\"/usr/lib/glewlwyd/client\"",
                        "user_auth_scheme_module_path=\"/usr/lib/glewlwyd/scheme\"",
                        "plugin_module_path=\"/usr/lib/glewlwyd/plugin\"",
                        "use_secure_connection=false",
                        "secure_connection_key_file=\"unused\"",
                        "secure_connection_pem_file=\"unused\"",
                        "hash_algorithm=\"SHA512\"",
                        "database = { type = \"sqlite3\"; path = \"" + database + "\"; };",
                        ""));
        process = new ProcessBuilder(PROGRAM.toString(), "--config-file", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    private boolean answers() throws InterruptedException {
        try {
            return new SimpleBrowser().get(base.resolve("login.html")).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What a host needs to log people in here. */
    static Map<String, String> settings() {
        return Map.of("oidc-client-id", CLIENT, "secret", SECRET, "oidc-name-claim", "preferred_username");
    }

    URI issuer() {
        return base.resolve("api/oidc");
    }

    /** Lets a host with this redirect URL log people in, by its administrator's interface. */
    void admit(URI redirect) throws Exception {
        SimpleBrowser administrator = new SimpleBrowser();
        logIn(administrator, "admin", "password");
        done(administrator.send("POST", base.resolve("api/mod/plugin/"), JSON, plugin()));
        done(administrator.send(
                "POST",
                base.resolve("api/client/"),
                JSON,
                new JsonWriter()
                        .beginObject()
                        .field("client_id", CLIENT)
                        .field("name", "BANip")
                        .field("confidential", true)
                        .field("enabled", true)
                        .field("password", SECRET)
                        .beginList("redirect_uri")
                        .element(redirect.toString())
                        .endList()
                        .beginList("authorization_type")
                        .element("code")
                        .endList()
                        .beginList("token_endpoint_auth_method")
                        .element("client_secret_basic")
                        .endList()
                        .beginList("scope")
                        .element("openid")
                        .endList()
                        .endObject()
                        .toString()));
        done(administrator.send(
                "POST",
                base.resolve("api/user/"),
                JSON,
                new JsonWriter()
                        .beginObject()
                        .field("username", "anna")
                        .field("name", "Anna")
                        .field("enabled", true)
                        .field("password", PASSWORD)
                        .beginList("groups")
                        .element("staff")
                        .element("cardiology")
                        .endList()
                        .beginList("scope")
                        .element("openid")
                        .endList()
                        .endObject()
                        .toString()));
    }

    private String plugin() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        JsonWriter plugin = new JsonWriter()
                .beginObject()
                .field("module", "oidc")
                .field("name", "oidc")
                .field("display_name", "oidc")
                .beginObject("parameters")
                .field("iss", issuer().toString())
                .field("subject-type", "public")
                .field("jwt-type", "rsa")
                .field("jwt-key-size", "256")
                .field("key", pem("PRIVATE KEY", pair.getPrivate().getEncoded()))
                .field("cert", pem("PUBLIC KEY", pair.getPublic().getEncoded()))
                .field("access-token-duration", 300)
                .field("refresh-token-duration", 300)
                .field("code-duration", 300);
        Stream.of("auth-type-code-enabled", "auth-type-id-token-enabled", "jwks-show", "pkce-allowed", "pkce-required")
                .forEach(name -> plugin.field(name, true));
        Stream.of(
                        "allow-non-oidc",
                        "refresh-token-rolling",
                        "auth-type-token-enabled",
                        "auth-type-none-enabled",
                        "auth-type-password-enabled",
                        "auth-type-client-enabled",
                        "auth-type-device-enabled",
                        "auth-type-refresh-enabled",
                        "pkce-method-plain-allowed")
                .forEach(name -> plugin.field(name, false));
        plugin.beginList("claims");
        claim(plugin, "groups", "groups");
        claim(plugin, "preferred_username", "username");
        return plugin.endList()
                .field("name-claim", "no")
                .field("email-claim", "no")
                .field("scope-claim", "no")
                .endObject()
                .endObject()
                .toString();
    }

    private static void claim(JsonWriter plugin, String name, String property) {
        plugin.beginObject()
                .field("name", name)
                .field("type", "string")
                .field("user-property", property)
                .field("mandatory", true)
                .field("on-demand", false)
                .endObject();
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded) + "\n-----END " + what
                + "-----\n";
    }

    /** What the page of a log-in does when somebody fills it in. */
    void logIn(SimpleBrowser browser, String name, String password) throws Exception {
        done(browser.send("POST", base.resolve("api/auth/"), JSON, credentials(name, password)));
    }

    /** What the page does when somebody lets the host know who it is. */
    void consent(SimpleBrowser browser) throws Exception {
        done(browser.send("PUT", base.resolve(CONSENT), JSON, "{\"scope\":\"openid\"}"));
    }

    static String credentials(String name, String password) {
        return new JsonWriter()
                .beginObject()
                .field("username", name)
                .field("password", password)
                .endObject()
                .toString();
    }

    private static void done(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException(answer.uri() + " answered with status " + answer.statusCode() + ": " + answer.body());
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
}
