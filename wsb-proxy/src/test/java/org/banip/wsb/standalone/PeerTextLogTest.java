package org.banip.wsb.standalone;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.server.log.HeardLog;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.Mbu;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.settings.BrokerSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an MBU or a host sends, each event of the broker stays one line of its log and commands no terminal. All levels are read. */
@Timeout(240)
class PeerTextLogTest {
    private static final String ALICE = Mbu.basic("alice", "alice's password");
    private static final String SESSION = "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab";
    private static final String FORGED = HeardLog.FORGED_JSON;
    private static final String FIELD = HeardLog.FORGED_FIELD;

    @TempDir
    private Path directory;

    private HeardLog log;
    private TestHost host;
    private StandaloneContainer container;
    private URI broker;

    @BeforeEach
    void start() throws Exception {
        log = new HeardLog();
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("alice", "alice's password".toCharArray(), 4);
        host = new TestHost();
        container = new StandaloneContainer(BrokerSettings.CONNECTION_LIMITS);
        broker = container.start(Map.of(
                "surrogate-host", host.uri().toString(),
                "trusted-proxies", "127.0.0.1",
                "password-file", passwords.toString(),
                "token-file",
                        Files.writeString(directory.resolve("token"), "0123456789abcdef")
                                .toString()));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
        host.close();
        log.close();
    }

    @Test
    void anMbuCannotForgeALine() throws Exception {
        for (String document : documents()) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.request("POST", "interconnects", ALICE, "Content-Length: " + document.length());
                mbu.write(document);
                assertThat(mbu.readHead().status()).as(document).isBetween(400, 499);
            }
        }
        for (String[] head : heads()) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.writeHead(head);
                assertThat(mbu.readHead().status()).as(String.join("|", head)).isBetween(400, 499);
            }
        }
        log.assertHarmless(2);
    }

    private static List<String> documents() {
        List<String> documents = new ArrayList<>();
        String good = Mbu.registration(SESSION, "alice");
        documents.add(good.replace(SESSION, FORGED));
        documents.add(good.replace("\"alice\"", '"' + FORGED + '"'));
        documents.add(good.replace("\"protocol\":1", "\"protocol\":\"" + FORGED + '"'));
        documents.add(good.replace("\"protocol\"", '"' + FORGED + '"'));
        documents.add(good.replace("{\"id\":\"alice\"}", '"' + FORGED + '"'));
        documents.add(good.replace("\"alice\"", "\"somebody-else\""));
        documents.add("forged\r\n\u001b[31m");
        return documents;
    }

    private static List<String[]> heads() {
        String user = new String("forged\r\n\u001b[31m".getBytes(ISO_8859_1), ISO_8859_1);
        String line = "GET /interconnects/x/reverse HTTP/1.1";
        return List.of(
                new String[] {line, "Host: x", Mbu.basic(user + ":some password")},
                new String[] {line, "Host: x", Mbu.basic("alice", user)},
                new String[] {line, "Host: x", "Authorization: Basic " + FIELD},
                new String[] {line, "Host: x", "X-Forwarded-For: " + FIELD, Mbu.basic("alice", "wrong password")},
                new String[] {line, "Host: " + FIELD},
                new String[] {"GET /interconnects/%0d%0aforged%1b/reverse HTTP/1.1", "Host: x", ALICE},
                new String[] {"GET /interconnects/forged\u0085\u009b/reverse HTTP/1.1", "Host: x", ALICE},
                new String[] {"GET /interconnects/x/reverse?%0aforged HTTP/1.1", "Host: x", ALICE},
                new String[] {"FORGED\u009b /interconnects HTTP/1.1", "Host: x", ALICE},
                new String[] {"FORGED /interconnects HTTP/1.1", "Host: x", ALICE},
                new String[] {
                    "POST /interconnects HTTP/1.1",
                    "Host: x",
                    ALICE,
                    "Content-Digest: sha-256=:" + FIELD,
                    "Content-Length: 0"
                });
    }

    @Test
    void aHostCannotForgeALine() throws Exception {
        for (String answer : new String[] {
            "HTTP/1.1 401 " + FIELD + "\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 forged\u009b\r\n\r\n",
            "forged\u001b[31m\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: " + FIELD + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nforged\u001b\r\n",
        }) {
            try (Mbu mbu = Mbu.connect(broker)) {
                mbu.register(SESSION, "alice", ALICE);
                TestHost.Connection connection = host.nextConnection();
                connection.readBody(connection.readHead());
                connection.write(answer);
                awaitAnswerOrEnd(mbu);
            }
        }
        log.assertHarmless(0);
        assertThat(log.messages()).anyMatch(line -> line.contains("does not accept this broker's token"));
    }

    private static void awaitAnswerOrEnd(Mbu mbu) {
        try {
            mbu.readHead();
        } catch (IOException e) {
            // The broker broke the connection, as the host broke its own.
        }
    }
}
