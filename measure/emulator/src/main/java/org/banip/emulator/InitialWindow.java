package org.banip.emulator;

import java.io.IOException;
import java.util.List;

/**
 * TCP's initial window, the segments sent before the first acknowledgement: 10 on Linux today (RFC 6928), 2 in 2003 (RFC 2581). Set on every route
 * of an emulated network.
 */
public final class InitialWindow {
    private InitialWindow() {}

    /** Sets it at both ends. */
    public static void set(EmulatedNetwork network, int segments) throws IOException {
        for (EmulatedHost host : List.of(network.mobile(), network.fixed())) {
            set(host, "main", segments);
            for (int link = 0; link < network.links().size(); link++) {
                set(host, Integer.toString(NetworkSetup.FIRST_TABLE + link), segments);
            }
        }
    }

    private static void set(EmulatedHost host, String table, int segments) throws IOException {
        List<String> changes = SystemCommands.ip("-n", host.namespace(), "route", "show", "table", table)
                .lines()
                .map(route -> "route change " + route.strip() + " initcwnd " + segments + " table " + table)
                .toList();
        SystemCommands.ipBatch(host.namespace(), changes);
    }
}
