package org.banip.surrogate.oidc;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Keeps cookies, and follows a redirect when it is told to. */
final class SimpleBrowser {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .build();

    HttpResponse<String> get(URI place) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> send(String method, URI place, String type, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(place)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The status of the answer to a request from this address. */
    static int status(URI place, String address) throws IOException {
        String request = "GET " + place.getRawPath() + " HTTP/1.1\r\nHost: " + place.getAuthority()
                + "\r\nConnection: close\r\n\r\n";
        try (Socket socket = new Socket(place.getHost(), place.getPort(), InetAddress.getByName(address), 0)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }

    /** Where an answer leads. */
    static URI next(HttpResponse<String> answer) {
        return answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow());
    }

    /** What an answer sets this cookie to, with its attributes. */
    static List<String> set(HttpResponse<String> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(name + "="))
                .toList();
    }
}
