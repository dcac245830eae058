package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.app.Banip;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.json.JsonObject;
import org.banip.emulator.EmulatedHost;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.NeedsPrivileges;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip measure cpi --back-end} between two namespaces, which stand for two machines with clocks set apart. */
class MeasureBackEndIT {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final int AHEAD_SECONDS = 37;
    private static final double DELAY_MILLIS = 25;

    @TempDir
    Path directory;

    @BeforeEach
    void linksCanBeHad() {
        NeedsPrivileges.check();
    }

    private static LinkProfile link() throws Exception {
        String way = "{\"bytesPerSecond\": 40000, \"delayMillis\": 25, \"queueBytes\": 10000}";
        Path file = Files.createTempFile("link", ".json");
        try {
            Files.writeString(
                    file,
                    "{\"about\": \"quick\", \"links\": [{\"name\": \"quick\", \"mtu\": 576, \"congestionControl\": \"reno\","
                            + "\"up\": " + way + ", \"down\": " + way + "}]}");
            return LinkProfile.read(file);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void latencyIsRightWithinTheBoundOfTheClocks() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (EmulatedNetwork network = EmulatedNetwork.open(link(), 1)) {
            String address = network.fixed().address().getHostAddress();
            DevelopmentAuthority authority = DevelopmentAuthority.in(directory.resolve("certificates"));
            authority.issueServer(List.of(address), 2, false);
            Process backEnd = network.fixed()
                    .start(EmulatedHost.jvm(
                                    List.of("-Djava.io.tmpdir=" + temporary),
                                    ShiftedBackEnd.class.getName(),
                                    List.of(
                                            address,
                                            TOKEN,
                                            "" + authority.server().certificate(),
                                            "" + authority.server().privateKey().orElseThrow(),
                                            "" + AHEAD_SECONDS))
                            .redirectError(directory.resolve("back-end.err").toFile()));
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(backEnd.getInputStream(), StandardCharsets.UTF_8));
            String url = said.readLine();
            assertThat(measure(network.mobile(), url, authority.certificate())).isZero();
            backEnd.getOutputStream().close();
            assertThat(backEnd.waitFor(3, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(temporary).as("the runs' folders").isDirectoryNotContaining("glob:**banip-back-end-*");
        List<JsonObject> rows = ResultsFolder.open(directory.resolve("out")).rows("cpi");
        assertThat(rows).hasSize(2).allSatisfy(MeasureBackEndIT::assertRight);
    }

    private int measure(EmulatedHost mobile, String url, Path trusted) throws Exception {
        Path err = directory.resolve("cpi.err");
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        List<String> command = List.of(
                "measure",
                "cpi",
                "--back-end",
                url,
                "--token-file",
                "" + directory.resolve("token"),
                "--trust",
                "" + trusted,
                "--load",
                "2000,3000",
                "--packetizer",
                "20",
                "--bytes",
                "12000",
                "--out",
                "" + directory.resolve("out"));
        Process cpi = mobile.start(EmulatedHost.jvm(List.of(), Banip.class.getName(), command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile()));
        assertThat(cpi.waitFor(4, TimeUnit.MINUTES)).as(Files.readString(err)).isTrue();
        return cpi.exitValue();
    }

    private static void assertRight(JsonObject row) {
        double bound = row.number("clockOffsetBoundMillis");
        assertThat(row.bool("exact")).isTrue();
        assertThat(row.bool("approximate")).isFalse();
        // a round trip cannot tell how it is divided, so the bound is half of it at least; the clock ticks in
        // milliseconds
        assertThat(bound).isGreaterThanOrEqualTo(DELAY_MILLIS - 1);
        assertThat(Math.abs(row.number("clockOffsetMillis") - AHEAD_SECONDS * 1000))
                .isLessThanOrEqualTo(bound + 1);
        assertThat(row.number("bdlMin") * 1000).isGreaterThanOrEqualTo(DELAY_MILLIS - bound - 1);
        assertThat(row.number("bdlMax")).as("not the clocks'").isLessThan(AHEAD_SECONDS - 1);
        assertThat(row.has("wireBytesUp")).isFalse();
    }
}
