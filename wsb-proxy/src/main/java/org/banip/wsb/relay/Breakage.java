package org.banip.wsb.relay;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.banip.core.text.TlsFailure;
import org.banip.server.tls.ClientCertificates;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;

/** What a failed connection to a host means. */
final class Breakage {
    private static final String REFUSED_TOKEN = "it does not accept this broker's token";

    private static final String WANTS_TOKEN =
            "it does not accept this broker, which shows no token (token-file): it demands one, or its log says why";

    private static final String REFUSED_CERTIFICATE =
            "it demands a client certificate of this broker (host-certificate-file) and does not accept what was shown; its log says why";

    private static final String NO_HTTP = "it does not answer in HTTP";

    private Breakage() {}

    /** Why a host answered 401: which of its credentials the broker must mend. */
    static String refusal(Response answer) {
        if (answer.getHeaders().getValuesList(HttpHeader.WWW_AUTHENTICATE).contains(ClientCertificates.CHALLENGE)) {
            return REFUSED_CERTIFICATE;
        }
        return answer.getRequest().getHeaders().contains(HttpHeader.AUTHORIZATION) ? REFUSED_TOKEN : WANTS_TOKEN;
    }

    /**
     * Whether the failure tells at once that nobody can be reached there. A time-out does not, nor does a connection that was closed, nor a name that
     * is not known at this moment.
     */
    static boolean isRefusal(Throwable failure) {
        return failure instanceof ConnectException || failure instanceof NoRouteToHostException;
    }

    /** The error as text, without the client's long internal state. */
    static String reason(Throwable failure) {
        if (failure instanceof EOFException || failure instanceof ClosedChannelException) {
            return "it was closed";
        }
        if (failure instanceof TimeoutException || failure instanceof SocketTimeoutException) {
            return "no answer in time";
        }
        if (failure instanceof UnknownHostException || failure instanceof UnresolvedAddressException) {
            return "unknown name";
        }
        if (failure instanceof HttpResponseException malformed) {
            boolean plain = "http".equals(malformed.getResponse().getRequest().getScheme());
            return NO_HTTP + (plain ? "; is it https://?" : "");
        }
        if (failure instanceof HttpException) {
            return NO_HTTP;
        }
        Optional<String> tls = TlsFailure.inWords(failure);
        if (tls.isPresent()) {
            return tls.get();
        }
        String message = failure instanceof SocketException ? failure.getMessage() : null;
        return message == null ? "it failed" : message;
    }
}
