package sites

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"testing"
)

// An api calls endpoints of a server, as a user who stays logged in.
type api struct {
	client http.Client
	header http.Header // of each request
}

func newAPI(t *testing.T) *api {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &api{client: http.Client{Jar: jar}, header: http.Header{}}
}

// get returns the body of a response without an error.
func (a *api) get(t *testing.T, address string) []byte {
	t.Helper()
	return a.send(t, http.MethodGet, http.StatusOK, address, "", nil)
}

// post sends a body and returns that of a response with the expected status.
func (a *api) post(t *testing.T, status int, address, contentType string, body []byte) []byte {
	t.Helper()
	return a.send(t, http.MethodPost, status, address, contentType, body)
}

func (a *api) send(t *testing.T, method string, status int, address, contentType string, body []byte) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header = a.header.Clone()
	if body != nil {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := a.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s", method, address, response.StatusCode, status, answer)
	}
	return answer
}

// call posts a request as JSON, and decodes the response into reply unless that is nil.
func (a *api) call(t *testing.T, status int, address string, request, reply any) {
	t.Helper()
	body, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer := a.post(t, status, address, "application/json", body)
	if reply == nil {
		return
	}
	if err := json.Unmarshal(answer, reply); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
}
