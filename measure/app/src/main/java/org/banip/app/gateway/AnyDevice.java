package org.banip.app.gateway;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.banip.server.password.BasicCredentials;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;

/**
 * Takes every device without authentication, for a gateway that listens on loopback only. A device has the name that it gives, so that its sessions
 * stay its own when the gateway gets a password file. A page in a browser on this machine is no device. Any thread.
 */
final class AnyDevice implements Authenticator {
    private static final Identity NAMELESS = new Identity("device");

    @Override
    public String challenge() {
        return "Basic realm=\"BANip\", charset=\"UTF-8\"";
    }

    @Override
    public CompletionStage<Authentication> authenticate(AuthenticationRequest request) {
        return CompletableFuture.completedFuture(
                request.fromPage()
                        ? new Authentication.Refused(
                                Authentication.Fault.MALFORMED,
                                "a web page made the request",
                                "requests of web pages are refused")
                        : new Authentication.Accepted(named(request)));
    }

    private static Identity named(AuthenticationRequest request) {
        return request.authorization()
                .filter(BasicCredentials::areIn)
                .flatMap(BasicCredentials::read)
                .map(credentials -> new Identity(credentials.name()))
                .orElse(NAMELESS);
    }
}
