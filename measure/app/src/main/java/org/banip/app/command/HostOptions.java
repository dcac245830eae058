package org.banip.app.command;

import java.net.URI;
import org.banip.server.tls.PlainText;
import picocli.CommandLine.Option;

/** The options that name a surrogate host. */
final class HostOptions {
    @Option(
            names = "--host-url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8081/",
            description = {"The surrogate host, http or https.", "Default: ${DEFAULT-VALUE}."})
    private URI host = URI.create("http://127.0.0.1:8081/");

    @Option(
            names = "--allow-plain",
            description =
                    "Connect to a host on another machine without TLS, because something else protects the network. Default: no.")
    private boolean plain;

    /**
     * The host's URL.
     *
     * @throws org.banip.core.error.BanipException if the host is beyond this machine and is to be asked without TLS, which was not allowed
     */
    URI checked() {
        PlainText.check("surrogate host", host, plain, "--allow-plain");
        return host;
    }
}
