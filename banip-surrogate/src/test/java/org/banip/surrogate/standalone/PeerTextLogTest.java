package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a peer sends, each event of the host stays one line of its log and commands no terminal. All levels are read. */
class PeerTextLogTest {
    private static final String FORGED = HeardLog.FORGED_JSON;
    private static final String FIELD = HeardLog.FORGED_FIELD;

    @TempDir
    private Path directory;

    private HeardLog log;
    private RunningHost host;

    @BeforeEach
    void start() {
        log = new HeardLog();
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    @AfterEach
    void stop() {
        host.close();
        log.close();
    }

    @Test
    void noPeerCanForgeALine() throws IOException {
        for (String document : documents()) {
            assertThat(new TestMbu(host.base()).post(document).status())
                    .as(document)
                    .isBetween(400, 499);
        }
        for (Map<String, String> fields : fields()) {
            for (String path : List.of("interconnects", "surrogates", "interconnects/x/data", "nowhere")) {
                try (HttpWire wire = new HttpWire(host.base(), fields)) {
                    wire.exchange("POST", path, Protocol.JSON_TYPE, new byte[] {'{', '}'});
                }
            }
        }
        for (String path :
                List.of("interconnects/%0d%0aforged%1b", "surrogates/%0aforged/live", "?forged%0a", "forged\u009b")) {
            try (HttpWire wire = new HttpWire(host.base())) {
                wire.exchange("GET", path);
            }
        }
        sendFrames();
        log.assertHarmless(5);
    }

    private List<String> documents() {
        TestMbu mbu = new TestMbu(host.base());
        String good = mbu.registration().toJson();
        List<String> documents = new ArrayList<>();
        for (String value :
                List.of("standard", "ban-17", "ecg", "MLII", "mV", "alarm", "packetizer(units=4,hold=0)", "1/60")) {
            String quoted = '"' + value + '"';
            if (good.contains(quoted)) {
                documents.add(good.replace(quoted, '"' + FORGED + '"'));
            }
        }
        documents.add(good.replace(mbu.session().toString(), FORGED));
        documents.add(good.replace("packetizer(units=4", FORGED + "packetizer(units=4"));
        documents.add(good.replace("units=4", "units=" + FORGED));
        documents.add(good.replace("\"protocol\":1", "\"protocol\":\"" + FORGED + '"'));
        documents.add(good.replace("\"session\"", '"' + FORGED + '"'));
        documents.add("forged\r\n\u001b[31m");
        return documents.stream().filter(document -> !document.equals(good)).toList();
    }

    private static List<Map<String, String>> fields() {
        return List.of(
                Map.of(Protocol.IDENTITY_HEADER, FIELD),
                Map.of("Host", "forged\u009b31m.example"),
                Map.of("Origin", "http://" + FIELD),
                Map.of("X-Forwarded-For", FIELD),
                Map.of("Authorization", "Bearer " + FIELD),
                Map.of(ContentDigest.HEADER, "sha-256=:" + FIELD),
                Map.of("Last-Event-ID", FIELD));
    }

    private void sendFrames() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        String reason = "forged\r\n2026-11-22T10:00:00Z\u001b[31m";
        mbu.send(Frames.of(new Control.CommandResult(1, false, reason.getBytes(StandardCharsets.UTF_8))));
        mbu.send(Frames.of(new Control.ErrorReport(1, reason)));
        mbu.send(reason.getBytes(StandardCharsets.UTF_8));
        mbu.delete();
    }
}
