package org.banip.wsb.war;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.banip.server.container.ContainerLog.Expected;
import org.banip.server.container.IsolatedContainer;
import org.banip.wsb.contract.Container;

/** A servlet container with the broker's WAR at {@code /wsb}. */
final class WarContainer implements Container {
    private static final List<Expected> EXPECTED = List.of(
            new Expected("\\S+ log-in from 127\\.0\\.0\\.1 refused: .*", "an MBU showed wrong credentials"),
            new Expected(
                    "\\S+ refused, (checksum-mismatch|forbidden|host-unavailable|invalid-description|limit-reached|malformed-request|"
                            + "silent|too-long|truncated|unknown-interconnect|unsupported-version): .*",
                    "an MBU's request was at fault in this way, or beyond a limit"),
            new Expected(
                    "- refused plain HTTP from \\S+: beyond this machine https is allowed only; .*",
                    "the test sends it from another address"),
            new Expected(
                    "- cannot relay to http://127\\.0\\.0\\.1:.*", "the test's host is down, or refuses the token"),
            new Expected(
                    "\\S+ connection to http://127\\.0\\.0\\.1:\\S+ broke: .*", "the test's host broke a connection"),
            new Expected("- every user of this machine may read \\S+/token; .*", "the test does not protect its token"),
            new Expected("\\S+ nothing moved for PT3S, the connection ends", "the test keeps silent for that"));

    private final IsolatedContainer container;

    private final boolean isJetty;

    private WarContainer(Function<List<Expected>, IsolatedContainer> container, boolean isJetty) {
        this.container = container.apply(EXPECTED);
        this.isJetty = isJetty;
    }

    static Container jetty() {
        return new WarContainer(IsolatedContainer::jetty, true);
    }

    static Container tomcat() {
        return new WarContainer(IsolatedContainer::tomcat, false);
    }

    static Container tomcat10() {
        return new WarContainer(IsolatedContainer::tomcat10, false);
    }

    @Override
    public URI start(Map<String, String> settings) throws Exception {
        Map<String, String> parameters = new HashMap<>();
        settings.forEach(
                (name, value) -> parameters.put(name.startsWith("container.") ? name : "banip.wsb." + name, value));
        return container.start("/wsb", parameters);
    }

    @Override
    public boolean takesVersionInLowerCase() {
        return isJetty;
    }

    @Override
    public void close() throws Exception {
        container.close();
    }
}
