package org.banip.measure.probe;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.banip.emulator.EmulatedHost;

/** Opens sockets in emulated hosts. */
final class HostSockets {
    private HostSockets() {}

    /** Opens a socket in that host. */
    static <T> T in(EmulatedHost host, Callable<T> opener) throws IOException, InterruptedException {
        try {
            return host.call(opener);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
