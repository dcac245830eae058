package org.banip.measure.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.measure.overhead.OverheadStudy;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** A folder with a table of each kind, from a seed; nothing in it was measured. */
final class GeneratedResults {
    static final long SEED = 7;

    private final Random random = new Random(SEED);
    private final List<ResultRow> cpi = new ArrayList<>();
    private final ResultsFolder folder;

    GeneratedResults(Path directory) {
        folder = ResultsFolder.create(directory, Environment.here(SEED));
    }

    ResultsFolder all() {
        write("overhead", OverheadStudy.model());
        write(
                "overhead-published",
                OverheadStudy.given().stream().map(OverheadStudy.Given::row).toList());
        thesis();
        write("thesis", cpi);
        cpi();
        compression();
        study();
        peers();
        http();
        paths();
        link();
        wire();
        jmh();
        write(
                "something-new",
                List.of(new ResultRow().text("what", "<b>&amp;\"").count("n", 1234567)));
        return folder;
    }

    void write(String name, List<ResultRow> rows) {
        try (ResultTable table = folder.table(name)) {
            rows.forEach(table::add);
        }
    }

    /** What {@code measure cpi} leaves behind: nothing is published of it. */
    void cpi() {
        cpi.clear();
        cpi("cpi", "tc", "TC", 50, Double.NaN, "TC");
        cpi("cpi", "1200-b-s", "BDL", 50, Double.NaN, "1200 B/s");
        write("cpi", cpi);
    }

    private void thesis() {
        cpi("per-request-16-tc", "TC", 16, 170, "TC");
        cpi("chunked-140-tc", "TC", 140, 1710, "TC");
        cpi("per-request-16-at-150", "BDL", 16, 5.5, "150 B/s");
        cpi("chunked-140-high", "BDL", 140, Double.NaN, "90 % of TC");
    }

    private void cpi(String name, String indicator, int packetizer, double published, String load) {
        cpi("thesis", name, indicator, packetizer, published, load);
    }

    private void cpi(String table, String name, String indicator, int packetizer, double published, String load) {
        ResultRow row = new ResultRow()
                .text("name", name)
                .text("indicator", indicator)
                .text("link", "gprs-2slot")
                .text("uplink", name.startsWith("chunked") ? "chunked" : "per-request")
                .count("packetizer", packetizer)
                .text("load", load);
        double value = 10 * random.nextDouble() + (indicator.equals("TC") ? 200 : 1);
        row.number("value", value);
        if (!Double.isNaN(published)) {
            row.number("published", published).number("ratio", value / published);
            row.number("publishedMax", published * 2).number("publishedMin", published / 2);
        }
        cpi.add(row.number("bdlAverage", value)
                .number("bdlMax", value * 2)
                .number("bdlMin", value / 3)
                .text("congestionControl", "reno"));
        deliveries(folder.directory().resolve(table).resolve(name), packetizer);
    }

    private void deliveries(Path run, int packetizer) {
        StringBuilder csv = new StringBuilder("group,unit,bytes,scheduledNanos,deliveredNanos\r\n");
        for (int unit = 0; unit < 30 * packetizer; unit++) {
            long full = (unit / packetizer + 1L) * packetizer;
            long delivered = full * 200_000_000 + random.nextInt(1_000_000_000);
            csv.append("0," + unit + ",30," + unit * 200_000_000L + "," + delivered + "\r\n");
        }
        try {
            Files.createDirectories(run);
            Files.writeString(run.resolve("deliveries.csv"), csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compression() {
        try (ResultTable table = folder.table("compression")) {
            for (int recording = 0; recording < 8; recording++) {
                for (String method : List.of("rice", "predict", "deflate-6", "zstd-19")) {
                    for (String packet : List.of("0.1 s", "0.5 s", "2 s", "4050 B")) {
                        double reduction = 0.3 + 0.5 * random.nextDouble();
                        table.add(new ResultRow()
                                .text("recording", "recording-" + recording)
                                .count("channels", 1 + recording)
                                .number("hz", recording == 0 ? 1 : 250)
                                .text("method", method)
                                .text("packet", packet)
                                .count("bytesIn", 100_000)
                                .count("bytesOut", Math.round(100_000 * (1 - reduction)))
                                .number("reduction", reduction));
                    }
                }
            }
        }
    }

    private void study() {
        try (ResultTable table = folder.table("study-means")) {
            for (String kind : List.of("all waveforms", "ECG")) {
                for (String packet : List.of("0.5 s", "4050 B")) {
                    ResultRow row = new ResultRow()
                            .text("kind", kind)
                            .text("method", "deflate-6")
                            .text("packet", packet)
                            .count("recordings", 8)
                            .number("reduction", random.nextDouble())
                            .number("significantReduction", random.nextDouble());
                    table.add(
                            packet.equals("4050 B")
                                    ? row.number("published", 0.39).number("ratio", 1.1)
                                    : row);
                }
            }
        }
    }

    private void http() {
        try (ResultTable table = folder.table("http")) {
            for (String transfer : List.of("page-212", "alarm-resumed")) {
                for (String protocol : List.of("http1", "http2", "http3-1rtt", "http3-0rtt")) {
                    ResultRow row = new ResultRow()
                            .text("link", "2m-100ms-0pc")
                            .text("transfer", transfer)
                            .text("protocol", protocol)
                            .number("megabits", 2)
                            .count("rttMillis", 100)
                            .number("lossPercent", 0)
                            .number("seconds", 1 + random.nextDouble())
                            .number("secondsHalfWidth", random.nextDouble() / 10);
                    if (!protocol.equals("http1")) {
                        row.number("speedUpPercent", -5 + 50 * random.nextDouble())
                                .number("speedUpHalfWidth", random.nextDouble())
                                .number("publishedSpeedUpPercent", 12.5)
                                .number("published", 0.875)
                                .number("ratio", 1.01);
                    }
                    table.add(row);
                }
            }
        }
    }

    private void paths() {
        write(
                "paths",
                List.of(
                        pathsRun("banip").flag("exact", false),
                        pathsRun("mptcp").text("problem", "the kernel has no multipath TCP")));
        write(
                "paths-means",
                List.of(new ResultRow()
                        .text("scenario", "pals")
                        .text("group", "no loss")
                        .text("transport", "banip")
                        .text("indicator", "goodput / capacity")
                        .number("value", 0.5 + random.nextDouble() / 2)
                        .number("published", 0.886)
                        .number("ratio", 1.01)
                        .text("publishedFor", "MPQUIC")));
    }

    private static ResultRow pathsRun(String transport) {
        return new ResultRow().text("scenario", "pals").text("case", "1-clean").text("transport", transport);
    }

    private void peers() {
        try (ResultTable table = folder.table("peers")) {
            for (String run : List.of("capacity", "load", "outage", "cpu")) {
                for (String peer : List.of("banip predict", "mqtt gzip", "post")) {
                    table.add(new ResultRow()
                            .text("peer", peer)
                            .text("run", run)
                            .text("link", "gprs-2slot")
                            .flag("exact", !peer.equals("post"))
                            .count("lost", 0)
                            .count("doubled", random.nextInt(9))
                            .number("delayMean", 2)
                            .number("delayP50", random.nextDouble())
                            .number("delayP99", 2 + random.nextDouble())
                            .number("bytesPerSecond", 2000 * random.nextDouble())
                            .number("bytesUpPerSet", 30 * random.nextDouble())
                            .number("bytesDownPerSet", 3 * random.nextDouble())
                            .number("cpuSecondsPerMillion", 100 * random.nextDouble())
                            .number("caughtUpSeconds", 40 * random.nextDouble())
                            .text("problem", ""));
                }
            }
            ResultRow slow =
                    new ResultRow().text("peer", "slow").text("run", "outage").text("link", "gprs-2slot");
            table.add(slow.text("problem", ""));
            table.add(new ResultRow()
                    .text("peer", "broken")
                    .text("run", "load")
                    .text("link", "gprs-2slot")
                    .text("problem", "no broker"));
        }
    }

    private void link() {
        try (ResultTable table = folder.table("link")) {
            for (String what : List.of("round trip", "goodput up")) {
                table.add(new ResultRow()
                        .text("link", "gprs-2slot")
                        .text("congestionControl", "reno")
                        .text("what", what)
                        .number("expected", 260)
                        .number("measured", 260 + random.nextDouble())
                        .flag("exact", random.nextBoolean()));
            }
        }
    }

    void wire() {
        write("wire-packets", List.of(packet(1, "SYN/ACK", 60, 64, "TCP options"), packet(7, "further", 576, 576, "")));
        write("wire-model", List.of(model(150, 1.1), model(1000, 1), model(4000, 0.953)));
    }

    private static ResultRow model(int payload, double ratio) {
        return new ResultRow()
                .text("uplink", "per-request")
                .count("payload", payload)
                .count("requestHead", 239)
                .count("answer", 170)
                .number("overhead", 0.3)
                .number("packetsUp", 13.02)
                .count("modelPacketsUp", 13)
                .number("bytesByModel", ratio);
    }

    private static ResultRow packet(int count, String packet, int bytes, int modelBytes, String reason) {
        return new ResultRow()
                .text("uplink", "per-request")
                .count("payload", 4000)
                .count("count", count)
                .text("way", "down")
                .text("packet", packet)
                .count("headers", 60)
                .text("tcpOptions", "MSS 4")
                .count("bytes", bytes)
                .count("modelBytes", modelBytes)
                .text("reason", reason);
    }

    private void jmh() {
        try (ResultTable table = folder.table("jmh")) {
            for (String benchmark :
                    List.of("FrameBenchmark.encode", "FrameBenchmark.decode", "ChainBenchmark.encode")) {
                table.add(new ResultRow()
                        .text("benchmark", benchmark)
                        .text("parameters", "payload=" + random.nextInt(4000))
                        .text("mode", "thrpt")
                        .number("score", random.nextDouble() * 1e6)
                        .number("error", random.nextDouble() * 1e4)
                        .text("unit", "ops/s")
                        .number("allocatedBytes", random.nextDouble() * 100)
                        .number("megabytesPerSecond", 10 + random.nextDouble() * 300)
                        .number("megabytesError", random.nextDouble() * 5));
            }
        }
    }
}
