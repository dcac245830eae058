package org.banip.server.health;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;

/**
 * Where a server answers {@link HealthServer}'s questions.
 *
 * @param address where it listens
 * @param insisted whether the operator asked for it: then a port that is taken is an error, otherwise a warning
 */
public record HealthSettings(InetSocketAddress address, boolean insisted) {
    private static final int OFF = -1;

    /** The address of the port for health and metrics. */
    public static final Setting<String> ADDRESS = Setting.of(
            "health-address",
            SettingType.address(),
            "127.0.0.1",
            "address on which health and metrics are served; they need no log-in, so keep it from the public");

    /** The port for health and metrics. */
    public static final Setting<Integer> PORT = Setting.optional(
            "health-port",
            new SettingType<>(
                    "port or off",
                    "",
                    "0 to 65535, off",
                    text -> text.equals("off")
                            ? OFF
                            : SettingType.port().parser().apply(text),
                    port -> port == OFF ? "off" : Integer.toString(port)),
            "1000 above port; off in a container",
            "port on which /healthz, /readyz and /metrics are served; 0 is any free port");

    private static final int ABOVE = 1000;
    private static final int LAST_PORT = 65_535;

    /**
     * Where a server that listens by itself answers: unless set otherwise, on a port 1000 above its own.
     *
     * @param own the server's own port; 0 is any free port
     * @return empty if the operator does not want it
     */
    public static Optional<HealthSettings> standalone(Settings settings, int own) {
        boolean derived = own != 0 && own + ABOVE <= LAST_PORT;
        return of(settings, Optional.of(derived ? own + ABOVE : 0));
    }

    /** Where a server in a servlet container answers: nowhere, unless a port is set. */
    public static Optional<HealthSettings> inContainer(Settings settings) {
        return of(settings, Optional.empty());
    }

    private static Optional<HealthSettings> of(Settings settings, Optional<Integer> byDefault) {
        Optional<Integer> set = settings.find(PORT);
        return set.or(() -> byDefault)
                .filter(number -> number != OFF)
                .map(number ->
                        new HealthSettings(new InetSocketAddress(settings.get(ADDRESS), number), set.isPresent()));
    }
}
