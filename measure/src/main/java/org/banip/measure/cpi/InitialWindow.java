package org.banip.measure.cpi;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.measure.link.EmulatedHost;
import org.banip.measure.link.EmulatedNetwork;

/**
 * How many segments TCP sends before it has heard of the first: 10 on Linux today (RFC 6928), 2 in 2003 (RFC 2581). Set on every route of an
 * emulated network.
 */
final class InitialWindow {
    private static final int FIRST_TABLE = 100;

    private InitialWindow() {}

    /** Sets it at both ends. */
    static void set(EmulatedNetwork network, int segments) throws IOException, InterruptedException {
        for (EmulatedHost host : List.of(network.mobile(), network.fixed())) {
            set(host, "main", segments);
            for (int link = 0; link < network.links().size(); link++) {
                set(host, Integer.toString(FIRST_TABLE + link), segments);
            }
        }
    }

    private static void set(EmulatedHost host, String table, int segments) throws IOException, InterruptedException {
        String changes = ip("", "-n", host.namespace(), "route", "show", "table", table)
                .lines()
                .map(route -> "route change " + route.strip() + " initcwnd " + segments + " table " + table + "\n")
                .collect(Collectors.joining());
        ip(changes, "-n", host.namespace(), "-batch", "-");
    }

    private static String ip(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.US_ASCII));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("'" + String.join(" ", command) + "' failed: " + output.strip());
        }
        return output;
    }
}
